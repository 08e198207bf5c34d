/** Webhook endpoints: URLs that get what happens by HTTP. */
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Empty, Loaded } from '../../components/feedback.tsx';
import { DialogButton } from '../../components/forms/form.tsx';
import { Page } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Relative } from '../../components/time.tsx';
import { EndpointBadge, type Endpoint } from './endpoint-state.tsx';
import { NewEndpoint } from './endpoint-form.tsx';
import { textOfTypes } from './event-choice.ts';

const COLUMNS: readonly Column<Endpoint>[] = [
  { name: 'URL', cell: ({ id, url }) => <a href={`/events/${id}`}>{url}</a> },
  { name: 'Description', cell: ({ description }) => description || '–' },
  { name: 'State', cell: (endpoint) => <EndpointBadge endpoint={endpoint} /> },
  { name: 'Types', cell: ({ types }) => textOfTypes(types) || 'All' },
  {
    name: 'Next try',
    cell: ({ failing }) => (failing ? <Relative at={failing.next_try_at} /> : '–'),
  },
];

export function EndpointsPage() {
  if (!may('admin')) return <AdminOnly />;
  return <Endpoints />;
}

export const AdminOnly = () => (
  <Page title="Events out">
    <Empty title="Webhook endpoints are for the role admin.">
      <p>Sign in with a key that has this role.</p>
    </Empty>
  </Page>
);

function Endpoints() {
  const endpoints = useQuery('/v1/webhook-endpoints', {}, { on: ['alert.webhook-endpoint'] });
  const add = (
    <DialogButton label="Add an endpoint" needs="admin">
      {(close) => <NewEndpoint close={close} added={endpoints.reload} />}
    </DialogButton>
  );
  return (
    <Page
      title="Events out"
      intro="Each event is sent to these URLs as a signed webhook, in order, until it is delivered."
      actions={add}
    >
      <Loaded query={endpoints} what="the webhook endpoints">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="There are no webhook endpoints.">
              <p>Add one, and a CRM or another program gets each event as it happens.</p>
            </Empty>
          ) : (
            <Table
              caption="Webhook endpoints"
              columns={COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
