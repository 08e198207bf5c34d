import type { Schemas } from '../../api/api.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';
import { Note } from '../../components/feedback.tsx';

export type Endpoint = Schemas['WebhookEndpoint'];

export function EndpointBadge({ endpoint: { state, failing } }: { endpoint: Endpoint }) {
  if (state === 'disabled') return <Badge tone="warn" text="Disabled" />;
  return failing ? <Badge tone="bad" text="Fails" /> : <Badge tone="good" text="Enabled" />;
}

/** Why nothing is delivered, and when it is tried again. */
export function EndpointTrouble({ endpoint }: { endpoint: Endpoint }) {
  const { state, disabled_reason: reason, failing, replay } = endpoint;
  return (
    <>
      {state === 'disabled' && (
        <Note tone="warn">Nothing is sent to it. {reason ?? 'It was disabled by hand.'}</Note>
      )}
      {failing && (
        <div class="note bad">
          <p>Not delivered: {failing.reason}.</p>
          <p class="quiet">
            {count(failing.tries)} tries since <Time at={failing.since} />. The next one is{' '}
            <Relative at={failing.next_try_at} />; later events wait for it.
          </p>
        </div>
      )}
      {replay && (
        <Note tone="busy">
          Events up to {replay.to} are sent again; {replay.position} was the last one.
        </Note>
      )}
    </>
  );
}
