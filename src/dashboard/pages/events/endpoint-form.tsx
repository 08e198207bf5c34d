import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { EVENT_TYPES } from '../../../domain/events/event.ts';
import { TextField } from '../../components/forms/field.tsx';
import { Form, useDraft, type FieldOf } from '../../components/forms/form.tsx';
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
export function NewEndpoint() {
  const { draft, field } = useDraft<Fields>({ url: '', description: '', types: '' });
  const [made, setMade] = useState<Schemas['NewWebhookEndpoint']>();
  if (made) return <EndpointSecret secret={made.secret} />;
  const add = async () => {
    setMade(await api.post('/v1/webhook-endpoints', { body: bodyOf(draft) }));
    return '';
  };
  return (
    <Form send="Add the endpoint" run={add} stays>
      <p>It gets what happens from now on. Its secret is shown next, once.</p>
      <EndpointFields field={field} />
    </Form>
  );
}

export const EndpointSecret = ({ secret }: { secret: string | null }) => (
  <Secret
    name="Secret of the endpoint"
    secret={secret}
    lost="Rotate the secret of the endpoint to get another."
  />
);

interface EditProps {
  endpoint: Endpoint;
}

export function EditEndpoint({ endpoint: { id, url, description, types } }: EditProps) {
  const { draft, field } = useDraft<Fields>({ url, description, types: textOfTypes(types) });
  const save = async () => {
    const path = { endpointId: id };
    await api.edit('/v1/webhook-endpoints/{endpointId}', { path }, () => bodyOf(draft));
    return 'The endpoint is changed.';
  };
  return (
    <Form send="Save" run={save}>
      <p>The next request uses it. Another URL is tried at once.</p>
      <EndpointFields field={field} />
    </Form>
  );
}

const EndpointFields = ({ field }: { field: FieldOf<Fields> }) => (
  <>
    <TextField
      {...field('url')}
      label="URL"
      type="url"
      required
      placeholder="https://crm.example.com/hooks/dialwright"
      hint="https on a public host. DIALWRIGHT_WEBHOOK_ORIGINS of the worker allows others."
    />
    <TextField {...field('description')} label="Description" />
    <TextField
      {...field('types')}
      label="Types of events"
      hint={`Empty: all. Names or kinds, with commas: ${kindsOf(EVENT_TYPES).join(', ')}`}
    />
  </>
);
