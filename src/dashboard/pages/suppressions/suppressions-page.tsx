/** Lists of numbers that are never called. */
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Empty, Loaded } from '../../components/feedback.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';
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
      intro="A number on a list is not called by campaigns that use the list. A campaign that names no list uses all of them."
      actions={
        <DialogButton label="Create a list">
          {(close) => <CreateList known={known} done={lists.reload} close={close} />}
        </DialogButton>
      }
    >
      <Loaded query={lists} what="the suppression lists">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="There are no suppression lists.">
              <p>Create one for people who do not want calls, then add their numbers.</p>
            </Empty>
          ) : (
            <Table
              caption="Suppression lists"
              columns={columnsOf(data, lists.reload)}
              rows={data}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

const columnsOf = (lists: readonly List[], done: () => Promise<void>): readonly Column<List>[] => [
  { name: 'Name', cell: ({ id, name }) => <a href={`/suppressions/${id}`}>{name}</a> },
  { name: 'Id', cell: ({ id }) => <code>{id}</code> },
  { name: 'Numbers', numeric: true, cell: ({ numbers }) => count(numbers) },
  { name: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
  ...(may('operate') ? [actions(lists, done)] : []),
];

const actions = (lists: readonly List[], done: () => Promise<void>): Column<List> => ({
  name: 'Actions',
  cell: (list) => (
    <span class="actions">
      <DialogButton label="Rename" title={`Rename ${list.name}`} quiet>
        {(close) => <RenameList list={list} done={done} close={close} />}
      </DialogButton>
      <DialogButton label="Delete" title={`Delete ${list.name}`} quiet>
        {(close) => (
          <DeleteList
            list={list}
            others={lists.filter(({ id }) => id !== list.id)}
            done={done}
            close={close}
          />
        )}
      </DialogButton>
    </span>
  ),
});

interface FormProps {
  done: () => Promise<void>;
  close: () => void;
}

function CreateList({ known, done, close }: FormProps & { known: readonly List[] }) {
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const create = async () => {
    // A PUT of a known id would rename its list.
    if (known.some((list) => list.id === id)) throw idTaken(id);
    await putList(id, name || id);
    await done();
    return `The list ${isolated(name || id)} is there.`;
  };
  return (
    <Form send="Create" run={create} done={close} cancel={close}>
      {(problem) => (
        <>
          <p>
            Campaigns that name no list use it at once; the others when their policy names it. Its
            numbers are added afterwards.
          </p>
          <TextField
            label="Id"
            value={id}
            onValue={setId}
            required
            pointer="listId"
            problem={problem}
            hint="Letters, digits, - and _. Policies name the list by it; it cannot be changed."
          />
          <NameField name={name} setName={setName} problem={problem} />
        </>
      )}
    </Form>
  );
}

function RenameList({ list, done, close }: FormProps & { list: List }) {
  const [name, setName] = useState(list.name);
  const rename = async () => {
    await putList(list.id, name);
    await done();
    return `The list is called ${isolated(name)}.`;
  };
  return (
    <Form send="Rename" run={rename} done={close} cancel={close}>
      {(problem) => (
        <>
          <p>Policies go on to name it by its id, {list.id}. Nothing else changes.</p>
          <NameField name={name} setName={setName} problem={problem} />
        </>
      )}
    </Form>
  );
}

function NameField({
  name,
  setName,
  problem,
}: {
  name: string;
  setName: (name: string) => void;
  problem: ApiProblem | undefined;
}) {
  return (
    <TextField
      label="Name"
      value={name}
      onValue={setName}
      pointer="/name"
      problem={problem}
      hint="For people: what the list is for."
    />
  );
}

const putList = (listId: string, name: string) =>
  api.put('/v1/suppressions/{listId}', { path: { listId }, body: { name } });

const idTaken = (id: string) =>
  new ApiProblem(409, {
    detail: `There is a list ${id} already.`,
    errors: [{ parameter: 'listId', detail: 'Choose another one.' }],
  });
