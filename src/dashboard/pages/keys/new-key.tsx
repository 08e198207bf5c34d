import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Secret } from '../../components/forms/secret.tsx';
import { instantOfLocal } from '../../format/local-time.ts';
import { isolated } from '../../format/names.ts';

type Role = Schemas['Key']['role'];

const ROLES: Record<Role, string> = {
  read: 'read: sees everything, changes nothing',
  operate: 'operate: also dials, changes campaigns and downloads reports',
  admin: 'admin: also keys, webhook endpoints, erasures and the carrier account',
};
const CHOICES = Object.entries(ROLES).map(([value, text]) => ({ value, text }));

/** Asks for the new key's name and role, then shows the key once. */
export function NewKey({ close, created }: { close: () => void; created: () => Promise<void> }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('read');
  const [expires, setExpires] = useState('');
  const [key, setKey] = useState<Schemas['CreatedKey']>();
  if (key) {
    const lost = `Revoke ${isolated(key.name)}, then create another.`;
    return <Secret name={`Key ${key.name}`} secret={key.key} lost={lost} close={close} />;
  }
  const create = async () => {
    const expiresAt = instantOfLocal(expires);
    const made = await api.post('/v1/keys', { body: { name, role, expires_at: expiresAt } });
    setKey(made);
    await created();
    return '';
  };
  return (
    <Form send="Create the key" run={create} cancel={close}>
      {(problem) => (
        <>
          <TextField
            label="Name"
            pointer="/name"
            problem={problem}
            value={name}
            onValue={setName}
            required
            autoComplete="off"
            hint="Lower-case letters, digits, dots, dashes. The audit shows it."
          />
          <SelectField
            label="Role"
            pointer="/role"
            problem={problem}
            value={role}
            onValue={(value) => setRole(value as Role)}
            choices={CHOICES}
          />
          <TextField
            label="Expires"
            type="datetime-local"
            pointer="/expires_at"
            problem={problem}
            value={expires}
            onValue={setExpires}
            hint="Empty: never."
          />
        </>
      )}
    </Form>
  );
}
