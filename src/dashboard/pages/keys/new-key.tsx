import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Form, useDraft } from '../../components/forms/form.tsx';
import { Secret } from '../../components/forms/secret.tsx';
import { instantOfLocal } from '../../format/time/local-time.ts';
import { isolated } from '../../format/names.ts';
import { ROLE_CHOICES, type Role } from './role-choices.ts';

/** Asks for the new key's name and role, then shows the key once. */
export function NewKey() {
  const { draft, field } = useDraft({
    name: '',
    role: 'read' as Role,
    agent_id: '',
    expires_at: '',
  });
  const [key, setKey] = useState<Schemas['CreatedKey']>();
  if (key) {
    const lost = `Revoke ${isolated(key.name)}, then create another.`;
    return <Secret name={`Key ${key.name}`} secret={key.key} lost={lost} />;
  }
  const create = async () => {
    const { agent_id: agent, ...rest } = draft;
    const ofAgent = draft.role === 'agent' ? { agent_id: agent } : {};
    const body = { ...rest, ...ofAgent, expires_at: instantOfLocal(draft.expires_at) };
    setKey(await api.post('/v1/keys', { body }));
    return '';
  };
  return (
    <Form send="Create the key" run={create} stays>
      <TextField
        {...field('name')}
        label="Name"
        required
        autoComplete="off"
        hint="Lower-case letters, digits, dots, dashes. The audit shows it."
      />
      <SelectField {...field('role')} label="Role" choices={ROLE_CHOICES} />
      {draft.role === 'agent' && (
        <TextField
          {...field('agent_id')}
          label="Agent"
          required
          autoComplete="off"
          hint="The id of the agent whose page it opens."
        />
      )}
      <TextField
        {...field('expires_at')}
        label="Expires"
        type="datetime-local"
        hint="Empty: never."
      />
    </Form>
  );
}
