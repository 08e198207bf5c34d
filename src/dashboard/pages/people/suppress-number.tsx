import { useContext } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { CloseDialog } from '../../components/forms/form-context.ts';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { UntilField } from '../../components/forms/until-field.tsx';
import { instantOfLocal } from '../../format/time/local-time.ts';
import { isolated } from '../../format/names.ts';
import { personKeysOf } from './wanted-person.ts';

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
  const query = { number, limit: 50 };
  const contacts = useQuery('/v1/contacts', { query }, { pollMs: null });
  const personKeys = personKeysOf(contacts.data?.data ?? []);
  const { draft, field } = useDraft({ list: lists[0]!.id, whom: 'number', until: '' });
  const suppress = async () => {
    const { list: listId } = draft;
    const body = { until: instantOfLocal(draft.until) ?? null };
    if (draft.whom === 'number')
      await api.put('/v1/suppressions/{listId}/numbers/{number}', {
        path: { listId, number },
        body,
      });
    // The number is one of each person's.
    else
      for (const personKey of personKeys) {
        const path = { listId, personKey };
        await api.put('/v1/suppressions/{listId}/persons/{personKey}', { path, body });
      }
  };
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
      {personKeys.length > 0 && (
        <SelectField
          {...field('whom')}
          label="Which numbers"
          choices={[
            { value: 'number', text: 'This number only' },
            { value: 'person', text: 'All numbers of the person' },
          ]}
        />
      )}
      <UntilField {...field('until')} />
    </Form>
  );
}
