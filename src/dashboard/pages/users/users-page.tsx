/** Users: the people who may sign in, with which role. */
import { api, type Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Action } from '../../components/forms/action.tsx';
import { DialogButton } from '../../components/forms/form.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { NotForRole, Page } from '../../components/page.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { isolated } from '../../format/names.ts';
import { wordOf, type Word } from '../../format/words.ts';
import { NewLink, NewUser, Rights } from './user-forms.tsx';

type User = Schemas['User'];

const STATES: Record<User['state'], Word> = {
  invited: { text: 'Invited', tone: 'busy' },
  active: { text: 'Active', tone: 'good' },
  removed: { text: 'Removed', tone: 'quiet' },
};

const COLUMNS: readonly Column<User>[] = [
  { name: 'Name', cell: (user) => <Name user={user} /> },
  { name: 'Role', cell: ({ role }) => role },
  { name: 'State', cell: (user) => <State user={user} /> },
  {
    name: 'Last sign-in',
    cell: ({ signed_in_at: at }) => (at ? <Relative at={at} /> : 'Never'),
  },
  { name: 'Second factor', cell: ({ has_second_factor: has }) => (has ? 'Yes' : 'No') },
  {
    name: 'Invited',
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <Time at={at} /> by {by}
      </>
    ),
  },
  { name: 'Actions', cell: (user) => <Actions user={user} /> },
];

export const UsersPage = () =>
  may('admin') ? <UserList /> : <NotForRole title="Users" what="Users are for the role admin." />;

function UserList() {
  const list = useList('/v1/users', { query: { limit: 50 } });
  return (
    <Page
      title="Users"
      reread={list.reload}
      intro="People sign in here; programs have keys."
      actions={
        <DialogButton label="Invite a user" needs="admin">
          <NewUser />
        </DialogButton>
      }
    >
      <ListTable
        list={list}
        what="the users"
        caption="Users"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="There are no users."
        next="Invite one for each person; the audit then names them."
      />
    </Page>
  );
}

const Name = ({ user: { name, current } }: { user: User }) => (
  <>
    <a href={`/audit?who=${encodeURIComponent(name)}`} title="What the user changed">
      {name}
    </a>
    {current && <span class="quiet"> (you)</span>}
  </>
);

const State = ({ user: { state, link_expires_at: link } }: { user: User }) => (
  <>
    <Badge {...wordOf(STATES, state)} />
    {link !== null && (
      <span class="quiet">
        {' '}
        link until <Time at={link} />
      </span>
    )}
  </>
);

function Actions({ user }: { user: User }) {
  const { id, name, state, current, has_second_factor: hasSecondFactor } = user;
  if (state === 'removed' || current) return <>–</>;
  const path = { userId: id };
  return (
    <div class="actions">
      <DialogButton label="Role" title={`Role of ${isolated(name)}`} needs="admin">
        <Rights user={user} />
      </DialogButton>
      <DialogButton label="New link" title={`New link for ${isolated(name)}`} needs="admin">
        <NewLink user={user} />
      </DialogButton>
      {hasSecondFactor && (
        <Action
          label="Take the second factor away"
          needs="admin"
          run={() => api.delete('/v1/users/{userId}/second-factor', { path })}
          happened={`${isolated(name)} signs in without a code.`}
          before={<p>For somebody who has lost the phone. Make sure that it is this person.</p>}
        />
      )}
      <Action
        label="Remove"
        needs="admin"
        danger
        run={() => api.delete('/v1/users/{userId}', { path })}
        happened={`${isolated(name)} is removed.`}
        before={
          <p>
            {isolated(name)} is signed out everywhere within five seconds. The audit keeps the name.
            This cannot be undone.
          </p>
        }
      />
    </div>
  );
}
