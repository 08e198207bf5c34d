/** Lists of numbers that are never called. */
import { api, type Schemas } from '../../api/api.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Loaded } from '../../components/feedback.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { Page } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';
import { DeleteList } from './delete-list.tsx';
import { isolated } from '../../format/names.ts';

type List = Schemas['SuppressionList'];

export function SuppressionsPage() {
  const lists = useQuery('/v1/suppressions', {}, {});
  const known = lists.data?.data ?? [];
  return (
    <Page
      title="Suppressions"
      reread={lists.reload}
      intro="A number on a list is not called by campaigns that use the list. A campaign that names no list uses all of them."
      actions={
        <DialogButton label="Create a list">
          <CreateList known={known} />
        </DialogButton>
      }
    >
      <Loaded query={lists} what="the suppression lists">
        {({ data }) => (
          <Table
            caption="Suppression lists"
            columns={columnsOf(data)}
            rows={data}
            keyOf={({ id }) => id}
            empty="There are no suppression lists."
            next="Create one for people who do not want calls, then add their numbers."
          />
        )}
      </Loaded>
    </Page>
  );
}

const columnsOf = (lists: readonly List[]): readonly Column<List>[] => [
  { name: 'Name', cell: ({ id, name }) => <a href={`/suppressions/${id}`}>{name}</a> },
  { name: 'Id', cell: ({ id }) => <code>{id}</code> },
  { name: 'Numbers', numeric: true, cell: ({ numbers }) => count(numbers) },
  { name: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
  {
    name: 'Good until',
    cell: ({ registry_copy: copy }) => (copy ? <Time at={copy.good_until} /> : '–'),
  },
  ...(may('operate') ? [actions(lists)] : []),
];

const actions = (lists: readonly List[]): Column<List> => ({
  name: 'Actions',
  cell: (list) => (
    <span class="actions">
      <DialogButton label="Rename" title={`Rename ${list.name}`} quiet>
        <RenameList list={list} />
      </DialogButton>
      <DialogButton label="Delete" title={`Delete ${list.name}`} quiet>
        <DeleteList list={list} others={lists.filter(({ id }) => id !== list.id)} />
      </DialogButton>
    </span>
  ),
});

function CreateList({ known }: { known: readonly List[] }) {
  const { draft, field } = useDraft({ id: '', name: '' });
  const { id, name } = draft;
  const create = async () => {
    // A PUT of a known id would rename its list.
    if (known.some((list) => list.id === id)) throw idTaken(id);
    await putList(id, name || id);
    return `The list ${isolated(name || id)} is there.`;
  };
  return (
    <Form send="Create" run={create}>
      <p>
        Campaigns that name no list use it at once; the others when their policy names it. Its
        numbers are added afterwards.
      </p>
      <TextField
        {...field('id', 'listId')}
        label="Id"
        required
        hint="Letters, digits, - and _. Policies name the list by it; it cannot be changed."
      />
      <TextField {...field('name')} label="Name" hint={NAME_HINT} />
    </Form>
  );
}

function RenameList({ list }: { list: List }) {
  const { draft, field } = useDraft({ name: list.name });
  const rename = () => putList(list.id, draft.name);
  return (
    <Form send="Rename" run={rename} happened={`The list is called ${isolated(draft.name)}.`}>
      <p>Policies go on to name it by its id, {list.id}. Nothing else changes.</p>
      <TextField {...field('name')} label="Name" hint={NAME_HINT} />
    </Form>
  );
}

const NAME_HINT = 'For people: what the list is for.';

const putList = (listId: string, name: string) =>
  api.put('/v1/suppressions/{listId}', { path: { listId }, body: { name } });

const idTaken = (id: string) =>
  new ApiProblem(409, {
    detail: `There is a list ${id} already.`,
    errors: [{ parameter: 'listId', detail: 'Choose another one.' }],
  });
