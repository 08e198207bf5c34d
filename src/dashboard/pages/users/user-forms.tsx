import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Form, useDraft, type FieldOf } from '../../components/forms/form.tsx';
import { Secret } from '../../components/forms/secret.tsx';
import { ROLE_CHOICES, type Role } from '../keys/role-choices.ts';

interface RightsDraft {
  role: Role;
  agent_id: string;
}

const rightsOf = ({ role, agent_id: agent }: RightsDraft) => ({
  role,
  ...(role === 'agent' && { agent_id: agent }),
});

type Bound = ReturnType<FieldOf<RightsDraft>>;

const RightsFields = ({ role, agent }: { role: Bound; agent: Bound }) => (
  <>
    <SelectField {...role} label="Role" choices={ROLE_CHOICES} />
    {role.value === 'agent' && (
      <TextField
        {...agent}
        label="Agent"
        required
        autoComplete="off"
        hint="The id of the agent whose page it opens."
      />
    )}
  </>
);

/** The link by which a person chooses a password, shown once. */
const Link = ({ user: { name, link_token: token } }: { user: Schemas['InvitedUser'] }) => (
  <Secret
    name={`Link for ${name}`}
    secret={token && `${location.origin}/#password-link=${token}`}
    lost="Close this, and make a new link."
    about={`Send it to ${name} and to nobody else. It works once, for three days.`}
  />
);

export function NewUser() {
  const { draft, field } = useDraft({ name: '', role: 'operate' as Role, agent_id: '' });
  const [invited, setInvited] = useState<Schemas['InvitedUser']>();
  if (invited) return <Link user={invited} />;
  const invite = async () => {
    const body = { name: draft.name.trim().toLowerCase(), ...rightsOf(draft) };
    setInvited(await api.post('/v1/users', { body }));
    return '';
  };
  return (
    <Form send="Invite" run={invite} stays>
      <TextField
        {...field('name')}
        label="Name"
        required
        autoComplete="off"
        hint="What the person signs in with: a short name, or an e-mail address."
      />
      <RightsFields role={field('role')} agent={field('agent_id')} />
    </Form>
  );
}

export function Rights({ user: { id, role, agent_id: agent } }: { user: Schemas['User'] }) {
  const { draft, field } = useDraft<RightsDraft>({ role, agent_id: agent ?? '' });
  const change = async () => {
    const body = rightsOf(draft);
    const { name } = await api.put('/v1/users/{userId}/rights', { path: { userId: id }, body });
    return `${name} has the role ${draft.role}.`;
  };
  return (
    <Form send="Change the role" run={change}>
      <RightsFields role={field('role')} agent={field('agent_id')} />
    </Form>
  );
}

export function NewLink({ user: { id, name } }: { user: Schemas['User'] }) {
  const [made, setMade] = useState<Schemas['InvitedUser']>();
  if (made) return <Link user={made} />;
  const make = async () => {
    setMade(await api.post('/v1/users/{userId}/links', { path: { userId: id } }));
    return '';
  };
  return (
    <Form send="Make the link" run={make} stays>
      <p>
        By it {name} chooses another password. The password now works until then; a link from before
        ends.
      </p>
    </Form>
  );
}
