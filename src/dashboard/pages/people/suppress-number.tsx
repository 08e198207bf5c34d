import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';
import { UntilField } from '../../components/forms/until-field.tsx';
import { instantOfLocal } from '../../format/local-time.ts';
import { isolated } from '../../format/names.ts';

interface Props {
  number: string;
  done: () => Promise<void>;
}

export function SuppressNumber(props: Props) {
  return (
    <DialogButton label="Suppress" title={`Suppress ${props.number}`}>
      {(close) => <ChooseList {...props} close={close} />}
    </DialogButton>
  );
}

function ChooseList({ close, ...props }: Props & { close: () => void }) {
  const lists = useQuery('/v1/suppressions', {}, { pollMs: null });
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
          <SuppressForm lists={data} close={close} {...props} />
        )
      }
    </Loaded>
  );
}

function SuppressForm({
  number,
  done,
  close,
  lists,
}: Props & { close: () => void; lists: readonly Schemas['SuppressionList'][] }) {
  const [list, setList] = useState(lists[0]!.id);
  const [until, setUntil] = useState('');
  const suppress = async () => {
    await api.put('/v1/suppressions/{listId}/numbers/{number}', {
      path: { listId: list, number },
      body: { until: instantOfLocal(until) ?? null },
    });
    await done();
    return `${number} is suppressed.`;
  };
  return (
    <Form send="Suppress" run={suppress} done={close} cancel={close} danger>
      {(problem) => (
        <>
          <p>
            From now on no call leaves to this number in campaigns that use the list. A call that is
            live goes on to its end. A contact whose turn comes is final.
          </p>
          <SelectField
            label="List"
            value={list}
            onValue={setList}
            choices={lists.map(({ id, name }) => ({
              value: id,
              text: `${isolated(name)} (${id})`,
            }))}
          />
          <UntilField until={until} setUntil={setUntil} problem={problem} />
        </>
      )}
    </Form>
  );
}
