/** API keys: who may use Dialwright, with which role, and when each key was last used. */
import { api, type Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Action } from '../../components/forms/action.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import { DialogButton } from '../../components/forms/form.tsx';
import { NotForRole, Page } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { wordOf, type Word } from '../../format/words.ts';
import { NewKey } from './new-key.tsx';
import { isolated } from '../../format/names.ts';

type Key = Schemas['Key'];

const STATES: Record<Key['state'], Word> = {
  active: { text: 'Active', tone: 'good' },
  expired: { text: 'Expired', tone: 'quiet' },
  revoked: { text: 'Revoked', tone: 'quiet' },
};

const COLUMNS: readonly Column<Key>[] = [
  { name: 'Name', cell: (key) => <Name item={key} /> },
  { name: 'Role', cell: ({ role }) => role },
  { name: 'State', cell: ({ state }) => <Badge {...wordOf(STATES, state)} /> },
  { name: 'Last used', cell: ({ last_used_at: at }) => (at ? <Relative at={at} /> : 'Never') },
  { name: 'Expires', cell: ({ expires_at: at }) => (at ? <Time at={at} /> : 'Never') },
  {
    name: 'Created',
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <Time at={at} /> by {by}
      </>
    ),
  },
  { name: 'Actions', cell: (key) => (key.state === 'revoked' ? '–' : <Revoke item={key} />) },
];

export const KeysPage = () =>
  may('admin') ? <KeyList /> : <NotForRole title="Keys" what="API keys are for the role admin." />;

function KeyList() {
  const list = useList('/v1/keys', { query: { limit: 50 } });
  return (
    <Page
      title="Keys"
      reread={list.reload}
      intro="A key for each program; people are users. The keys of DIALWRIGHT_API_KEYS are not listed."
      actions={
        <DialogButton label="Create a key" needs="admin">
          <NewKey />
        </DialogButton>
      }
    >
      <ListTable
        list={list}
        what="the keys"
        caption="API keys"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="There are no keys but those of the environment."
        next="Create one for each program that uses Dialwright."
      />
    </Page>
  );
}

const Name = ({ item: { name, current } }: { item: Key }) => (
  <>
    <a href={`/audit?who=${encodeURIComponent(name)}`} title="What it changed">
      {name}
    </a>
    {current && <span class="quiet"> (yours)</span>}
  </>
);

const Revoke = ({ item: { id, name, current } }: { item: Key }) => (
  <Action
    label="Revoke"
    needs="admin"
    danger
    run={() => api.delete('/v1/keys/{keyId}', { path: { keyId: id } })}
    happened={`${isolated(name)} is revoked.`}
    before={
      <p>
        {isolated(name)} is refused at once, everywhere within five seconds. Its sessions and
        streams end. This cannot be undone.
        {current && ' It is the key of this session: you are signed out.'}
      </p>
    }
  />
);
