/** The outcomes that people may choose after a call, and what follows from each. */
import { OUTCOME_GROUPS } from '../../../domain/outcomes/outcome-groups.ts';
import { api } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Loaded } from '../../components/feedback.tsx';
import { Action } from '../../components/forms/action.tsx';
import { DialogButton } from '../../components/forms/form.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Page } from '../../components/page.tsx';
import { isolated } from '../../format/names.ts';
import { CodeForm, inputAgain, putCode } from './code-form.tsx';
import { nextText, type Code } from './code-text.ts';

export function OutcomesPage() {
  const codes = useQuery('/v1/outcome-codes', {}, {});
  const known = codes.data?.data ?? [];
  return (
    <Page
      title="Outcomes"
      reread={codes.reload}
      intro="What agents say that a call led to, and what follows from it."
      actions={
        <DialogButton label="Create an outcome">
          <CodeForm known={known} />
        </DialogButton>
      }
    >
      <Loaded query={codes} what="the outcomes">
        {({ data }) => (
          <Table
            caption="Outcomes"
            columns={columnsOf(data)}
            rows={[...data].sort(usedFirst)}
            keyOf={({ id }) => id}
            empty="There are no outcomes."
            next="Create those that your agents need, such as Sold, No interest and Call back."
          />
        )}
      </Loaded>
    </Page>
  );
}

/** The order of the API is that of the keys on an agent's page. */
const usedFirst = (a: Code, b: Code): number =>
  Number(a.deleted_at !== null) - Number(b.deleted_at !== null);

const columnsOf = (codes: readonly Code[]): readonly Column<Code>[] => [
  {
    name: 'Name',
    cell: ({ label, deleted_at: deletedAt }) => (
      <>
        {isolated(label)}
        {deletedAt !== null && <span class="quiet"> (deleted)</span>}
      </>
    ),
  },
  { name: 'Id', cell: ({ id }) => <code>{id}</code> },
  { name: 'Group', cell: ({ group }) => OUTCOME_GROUPS[group].text },
  { name: 'Then', cell: nextText },
  { name: 'On the list', cell: suppressionOf },
  ...(may('operate') ? [actions(codes)] : []),
];

function suppressionOf({ suppress, suppress_whom: whom }: Code) {
  if (suppress === null) return '–';
  return (
    <>
      <a href={`/suppressions/${suppress}`}>{suppress}</a>
      {whom === 'person' && ', all numbers of the person'}
    </>
  );
}

const actions = (codes: readonly Code[]): Column<Code> => ({
  name: 'Actions',
  cell: (code) =>
    code.deleted_at === null ? (
      <span class="actions">
        <DialogButton label="Edit" title={`Edit ${code.label}`} quiet>
          <CodeForm known={codes} code={code} />
        </DialogButton>
        <Action
          label="Delete"
          quiet
          danger
          before="Nobody can choose it any more. Calls that have it keep it, and it can be put back."
          run={() => api.delete('/v1/outcome-codes/{codeId}', { path: { codeId: code.id } })}
          happened={`${isolated(code.label)} is deleted.`}
        />
      </span>
    ) : (
      <Action
        label="Put back"
        quiet
        run={() => putCode(code.id, inputAgain(code))}
        happened={`${isolated(code.label)} can be chosen again.`}
      />
    ),
});
