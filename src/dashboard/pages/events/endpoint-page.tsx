/** One webhook endpoint: its state, what was sent to it, and what can be done with it. */
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Loaded } from '../../components/feedback.tsx';
import { Fact } from '../../components/facts.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import type { PageParameters } from '../../path-pattern.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointBadge, EndpointTrouble, type Endpoint } from './endpoint-state.tsx';
import { AdminOnly } from './endpoints-page.tsx';
import { textOfTypes } from './event-choice.ts';

export function EndpointPage({ at: { id = '' } }: { at: PageParameters }) {
  return may('admin') ? <ShownEndpoint id={id} /> : <AdminOnly />;
}

function ShownEndpoint({ id }: { id: string }) {
  const endpoint = useQuery('/v1/webhook-endpoints/{endpointId}', { path: { endpointId: id } });
  const { data } = endpoint;
  return (
    <Page
      title={data ? data.description || data.url : 'Webhook endpoint'}
      beside={data && <EndpointBadge endpoint={data} />}
      up={{ href: '/events', name: 'Events out' }}
      reread={endpoint.reload}
      actions={data && <EndpointActions endpoint={data} />}
    >
      <Loaded query={endpoint} what="the webhook endpoint">
        {(found) => (
          <>
            <EndpointTrouble endpoint={found} />
            <Facts endpoint={found} />
            <Section title="Requests">
              <Deliveries id={id} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { url, types, position, created_at: at, old_secret_expires_at: oldUntil } = endpoint;
  return (
    <dl class="facts card">
      <Fact name="URL">
        <span class="whole-text">{url}</span>
      </Fact>
      <Fact name="Types of events">{textOfTypes(types) || 'All'}</Fact>
      <Fact name="Sent up to">{position}</Fact>
      <Fact name="Added">
        <Time at={at} />
      </Fact>
      {oldUntil && (
        <Fact name="Old secret signs until">
          <Time at={oldUntil} />
        </Fact>
      )}
    </dl>
  );
}
