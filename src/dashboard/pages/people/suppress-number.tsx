import { useContext } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { CloseDialog } from '../../components/forms/form-context.ts';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { UntilField } from '../../components/forms/until-field.tsx';
import { instantOfLocal } from '../../format/local-time.ts';
import { isolated } from '../../format/names.ts';

interface Props {
  number: string;
}

export const SuppressNumber = (props: Props) => (
  <DialogButton label="Suppress" title={`Suppress ${props.number}`}>
    <ChooseList {...props} />
  </DialogButton>
);

function ChooseList(props: Props) {
  const lists = useQuery('/v1/suppressions', {}, { pollMs: null });
  const close = useContext(CloseDialog);
  return (
    <Loaded query={lists} what="the suppression lists">
      {({ data }) =>
        data.length === 0 ? (
          <>
            <p>There are no suppression lists. Create one, then come back to this person.</p>
            <div class="actions">
              <a class="button" href="/suppressions">
                Create a suppression list
              </a>
              <button type="button" class="quiet-button" onClick={close}>
                Cancel
              </button>
            </div>
          </>
        ) : (
          <SuppressForm lists={data} {...props} />
        )
      }
    </Loaded>
  );
}

type SuppressProps = Props & { lists: readonly Schemas['SuppressionList'][] };

function SuppressForm({ number, lists }: SuppressProps) {
  const { draft, field } = useDraft({ list: lists[0]!.id, until: '' });
  const suppress = () =>
    api.put('/v1/suppressions/{listId}/numbers/{number}', {
      path: { listId: draft.list, number },
      body: { until: instantOfLocal(draft.until) ?? null },
    });
  return (
    <Form send="Suppress" run={suppress} happened={`${number} is suppressed.`} danger>
      <p>
        From now on no call leaves to this number in campaigns that use the list. A call that is
        live goes on to its end. A contact whose turn comes is final.
      </p>
      <SelectField
        {...field('list')}
        label="List"
        choices={lists.map(({ id, name }) => ({ value: id, text: `${isolated(name)} (${id})` }))}
      />
      <UntilField {...field('until')} />
    </Form>
  );
}
