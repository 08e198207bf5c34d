import { api, type Schemas } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { MEANINGS, RESOLUTIONS } from '../../../domain/dispositions/dispositions.ts';

type Input = Schemas['ResolutionInput'];
type Resolution = Input['disposition'];

const CHOICES = RESOLUTIONS.map((value) => ({ value, text: MEANINGS[value].resolution }));

interface Props {
  call: Schemas['Call'];
}

export const ResolveCall = (props: Props) => (
  <DialogButton label="Resolve" title={`Resolve call ${props.call.ref}`}>
    <ResolutionForm {...props} />
  </DialogButton>
);

function ResolutionForm({ call: { ref, currency } }: Props) {
  const first = { disposition: 'not-dialled' as Resolution, reason: '', cost: '', redial: true };
  const { draft, set, field } = useDraft(first);
  const wasDialled = draft.disposition !== 'not-dialled';
  const run = async () => {
    const body = { ...draft, cost: wasDialled && draft.cost !== '' ? draft.cost : null };
    await api.post('/v1/calls/{ref}/resolve', { path: { ref }, body });
    return 'The call is resolved.';
  };
  return (
    <Form send="Resolve" run={run}>
      <p>
        The call is closed for good with what you enter, and its agent and contact are free again.
      </p>
      <SelectField {...field('disposition')} label="What became of it" choices={CHOICES} />
      <TextField
        {...field('reason')}
        label="How you know"
        hint="For the timeline of the call, such as: not in the carrier’s portal."
        required
      />
      {wasDialled && (
        <TextField
          {...field('cost')}
          label={`Cost${currency ? ` in ${currency}` : ''}`}
          hint="From the carrier’s bill, such as 0.0420. Leave it empty if it is not known."
        />
      )}
      <label class="choice">
        <input
          type="checkbox"
          checked={draft.redial}
          onChange={(event) => set({ redial: event.currentTarget.checked })}
        />{' '}
        Call the contact again if the campaign’s rules allow it
      </label>
    </Form>
  );
}
