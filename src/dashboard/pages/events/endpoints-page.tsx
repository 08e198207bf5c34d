/** Webhook endpoints: URLs that get what happens by HTTP. */
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Loaded } from '../../components/feedback.tsx';
import { DialogButton } from '../../components/forms/form.tsx';
import { NotForRole, Page } from '../../components/page.tsx';
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

export const EndpointsPage = () => (may('admin') ? <Endpoints /> : <AdminOnly />);

export const AdminOnly = () => (
  <NotForRole title="Events out" what="Webhook endpoints are for the role admin." />
);

function Endpoints() {
  const endpoints = useQuery('/v1/webhook-endpoints', {}, { on: ['alert.webhook-endpoint'] });
  return (
    <Page
      title="Events out"
      reread={endpoints.reload}
      intro="Each event is sent to these URLs as a signed webhook, in order, until it is delivered."
      actions={
        <DialogButton label="Add an endpoint" needs="admin">
          <NewEndpoint />
        </DialogButton>
      }
    >
      <Loaded query={endpoints} what="the webhook endpoints">
        {({ data }) => (
          <Table
            caption="Webhook endpoints"
            columns={COLUMNS}
            rows={data}
            keyOf={({ id }) => id}
            empty="There are no webhook endpoints."
            next="Add one, and a CRM or another program gets each event as it happens."
          />
        )}
      </Loaded>
    </Page>
  );
}
