/** What can be done with a webhook endpoint. */
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { count } from '../../format/numbers.ts';
import { navigate } from '../../router.ts';
import { EditEndpoint, EndpointSecret } from './endpoint-form.tsx';
import type { Endpoint } from './endpoint-state.tsx';

interface EndpointProps {
  endpoint: Endpoint;
}

const at = ({ id }: Endpoint) => ({ path: { endpointId: id } });

export const EndpointActions = (of: EndpointProps) => (
  <>
    <DialogButton label="Send a test" needs="admin">
      <Test {...of} />
    </DialogButton>
    <DialogButton label="Edit" needs="admin">
      <EditEndpoint {...of} />
    </DialogButton>
    <DialogButton label="Send events again" needs="admin">
      <Replay {...of} />
    </DialogButton>
    <DialogButton label="Rotate the secret" needs="admin">
      <Rotate {...of} />
    </DialogButton>
    <Switch {...of} />
    <Delete {...of} />
  </>
);

function Switch({ endpoint }: EndpointProps) {
  const { state, failing } = endpoint;
  return (
    <>
      {(state === 'disabled' || failing) && (
        <Action
          label={state === 'disabled' ? 'Enable' : 'Try at once'}
          needs="admin"
          run={() => api.post('/v1/webhook-endpoints/{endpointId}/enable', at(endpoint))}
          happened={failing ? 'It is tried at once.' : 'The endpoint is enabled.'}
          before={`It gets everything since ${endpoint.position} that is still kept.`}
        />
      )}
      {state === 'enabled' && (
        <Action
          label="Disable"
          needs="admin"
          run={() => api.post('/v1/webhook-endpoints/{endpointId}/disable', at(endpoint))}
          happened="The endpoint is disabled."
          before="Nothing is sent until it is enabled. Its events are kept as long as all events are (DIALWRIGHT_EVENTS_DAYS)."
        />
      )}
    </>
  );
}

function Delete({ endpoint }: EndpointProps) {
  const remove = async () => {
    await api.delete('/v1/webhook-endpoints/{endpointId}', at(endpoint));
    navigate('/events');
    return 'The endpoint is deleted.';
  };
  return (
    <Action
      label="Delete"
      needs="admin"
      danger
      run={remove}
      before={`${endpoint.url} gets no more events, and its log is deleted. This cannot be undone. Disable it to stop only for a while.`}
    />
  );
}

function Test({ endpoint }: EndpointProps) {
  const [answer, setAnswer] = useState<Schemas['WebhookTest']>();
  const test = async () => {
    setAnswer(await api.post('/v1/webhook-endpoints/{endpointId}/test', at(endpoint)));
    return '';
  };
  return (
    <Form
      send={answer ? 'Send another' : 'Send a test'}
      run={test}
      stays
      leave={answer ? 'Close' : 'Cancel'}
    >
      <p>One event of the type webhook.test is sent once, also if the endpoint is disabled.</p>
      {answer && (
        <div class={`note ${answer.failure === null ? 'good' : 'bad'}`} role="status">
          <p>
            {answer.failure === null ? 'Delivered' : `Not delivered: ${answer.failure}`}
            {answer.status !== null && `, status ${answer.status}`}, in {count(answer.duration_ms)}{' '}
            ms.
          </p>
        </div>
      )}
    </Form>
  );
}

function Replay({ endpoint }: EndpointProps) {
  const { draft, field } = useDraft({ from: '', to: '' });
  const replay = async () => {
    const [from, to] = [draft.from.trim(), draft.to.trim()];
    const body = { from, ...(to !== '' && { to }) };
    await api.post('/v1/webhook-endpoints/{endpointId}/replay', { ...at(endpoint), body });
    return 'The events are sent again.';
  };
  return (
    <Form send="Send them again" run={replay}>
      <p>They have the same ids, come in order, and in turn with new events.</p>
      <TextField {...field('from')} label="First event" placeholder="evt_1000" required />
      <TextField
        {...field('to')}
        label="Last event"
        hint={`Empty: the last one that was sent, ${endpoint.position}.`}
      />
    </Form>
  );
}

function Rotate({ endpoint }: EndpointProps) {
  const { draft, field } = useDraft({ overlap: '24h' });
  const [made, setMade] = useState<Schemas['NewWebhookEndpoint']>();
  if (made) return <EndpointSecret secret={made.secret} />;
  const rotate = async () => {
    const request = { ...at(endpoint), body: { overlap: draft.overlap.trim() } };
    setMade(await api.post('/v1/webhook-endpoints/{endpointId}/rotate-secret', request));
    return '';
  };
  return (
    <Form send="Rotate the secret" run={rotate} stays>
      <p>A new secret is shown next, once. Requests are signed with both until the overlap ends.</p>
      <TextField
        {...field('overlap')}
        label="Overlap"
        hint="For example 24h, 7d; 0s if the old secret is known to others. At most 30d."
      />
    </Form>
  );
}
