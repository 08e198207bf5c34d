import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { EVENT_TYPES } from '../../api/event-types.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { TextField } from '../../components/forms/field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Secret } from '../../components/forms/secret.tsx';
import { kindsOf, textOfTypes, typesOf } from './event-choice.ts';
import type { Endpoint } from './endpoint-state.tsx';

interface Fields {
  url: string;
  description: string;
  types: string;
}

const bodyOf = ({ url, description, types }: Fields) => ({
  url: url.trim(),
  description,
  types: typesOf(types),
});

/** Asks for the URL, then shows the secret once. */
export function NewEndpoint({ close, added }: { close: () => void; added: () => Promise<void> }) {
  const [fields, setFields] = useState<Fields>({ url: '', description: '', types: '' });
  const [made, setMade] = useState<Schemas['NewWebhookEndpoint']>();
  if (made) return <EndpointSecret secret={made.secret} close={close} />;
  const add = async () => {
    setMade(await api.post('/v1/webhook-endpoints', { body: bodyOf(fields) }));
    await added();
    return '';
  };
  return (
    <Form send="Add the endpoint" run={add} cancel={close}>
      {(problem) => (
        <>
          <p>It gets what happens from now on. Its secret is shown next, once.</p>
          <EndpointFields fields={fields} set={setFields} problem={problem} />
        </>
      )}
    </Form>
  );
}

export const EndpointSecret = ({ secret, close }: { secret: string | null; close: () => void }) => (
  <Secret
    name="Secret of the endpoint"
    secret={secret}
    lost="Rotate the secret of the endpoint to get another."
    close={close}
  />
);

export function EditEndpoint({
  endpoint: { id, url, description, types },
  done,
  close,
}: {
  endpoint: Endpoint;
  done: () => Promise<void>;
  close: () => void;
}) {
  const [fields, setFields] = useState<Fields>({ url, description, types: textOfTypes(types) });
  const save = async () => {
    const body = bodyOf(fields);
    await api.edit('/v1/webhook-endpoints/{endpointId}', { path: { endpointId: id } }, () => body);
    await done();
    return 'The endpoint is changed.';
  };
  return (
    <Form send="Save" run={save} done={close} cancel={close}>
      {(problem) => (
        <>
          <p>The next request uses it. Another URL is tried at once.</p>
          <EndpointFields fields={fields} set={setFields} problem={problem} />
        </>
      )}
    </Form>
  );
}

function EndpointFields({
  fields,
  set,
  problem,
}: {
  fields: Fields;
  set: (fields: Fields) => void;
  problem: ApiProblem | undefined;
}) {
  return (
    <>
      <TextField
        label="URL"
        type="url"
        pointer="/url"
        problem={problem}
        value={fields.url}
        onValue={(url) => set({ ...fields, url })}
        required
        placeholder="https://crm.example.com/hooks/dialwright"
        hint="https on a public host. DIALWRIGHT_WEBHOOK_ORIGINS of the worker allows others."
      />
      <TextField
        label="Description"
        pointer="/description"
        problem={problem}
        value={fields.description}
        onValue={(description) => set({ ...fields, description })}
      />
      <TextField
        label="Types of events"
        pointer="/types"
        problem={problem}
        value={fields.types}
        onValue={(types) => set({ ...fields, types })}
        hint={`Empty: all. Names or kinds, with commas: ${kindsOf(EVENT_TYPES).join(', ')}`}
      />
    </>
  );
}
