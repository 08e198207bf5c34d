import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';
import { MEANINGS, RESOLUTIONS } from '../../../domain/dispositions/dispositions.ts';

type Input = Schemas['ResolutionInput'];
type Resolution = Input['disposition'];

const CHOICES = RESOLUTIONS.map((value) => ({ value, text: MEANINGS[value].resolution }));

interface Props {
  call: Schemas['Call'];
  done: () => Promise<void>;
}

export function ResolveCall(props: Props) {
  return (
    <DialogButton label="Resolve" title={`Resolve call ${props.call.ref}`}>
      {(close) => <ResolutionForm {...props} close={close} />}
    </DialogButton>
  );
}

function ResolutionForm({ call: { ref, currency }, done, close }: Props & { close: () => void }) {
  const [disposition, setDisposition] = useState<Resolution>('not-dialled');
  const [reason, setReason] = useState('');
  const [cost, setCost] = useState('');
  const [redial, setRedial] = useState(true);
  const wasDialled = disposition !== 'not-dialled';
  const run = async () => {
    const body = { disposition, reason, redial, cost: wasDialled && cost !== '' ? cost : null };
    await api.post('/v1/calls/{ref}/resolve', { path: { ref }, body });
    await done();
    return 'The call is resolved.';
  };
  return (
    <Form send="Resolve" run={run} done={close} cancel={close}>
      {(problem) => (
        <>
          <p>
            The call is closed for good with what you enter, and its agent and contact are free
            again.
          </p>
          <SelectField
            label="What became of it"
            pointer="/disposition"
            problem={problem}
            value={disposition}
            onValue={(value) => setDisposition(value as Resolution)}
            choices={CHOICES}
          />
          <TextField
            label="How you know"
            hint="For the timeline of the call, such as: not in the carrier’s portal."
            pointer="/reason"
            problem={problem}
            required
            value={reason}
            onValue={setReason}
          />
          {wasDialled && (
            <TextField
              label={`Cost${currency ? ` in ${currency}` : ''}`}
              hint="From the carrier’s bill, such as 0.0420. Leave it empty if it is not known."
              pointer="/cost"
              problem={problem}
              value={cost}
              onValue={setCost}
            />
          )}
          <label class="choice">
            <input
              type="checkbox"
              checked={redial}
              onChange={(event) => setRedial(event.currentTarget.checked)}
            />{' '}
            Call the contact again if the campaign’s rules allow it
          </label>
        </>
      )}
    </Form>
  );
}
