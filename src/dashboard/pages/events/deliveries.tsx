import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';

type Delivery = Schemas['WebhookDelivery'];

const KINDS: Record<Delivery['kind'], string> = { event: '', replay: 'again', test: 'test' };

const COLUMNS: readonly Column<Delivery>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    name: 'Event',
    cell: ({ event, type, kind }) => (
      <>
        {type} <span class="quiet">{[event, KINDS[kind]].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  { name: 'Outcome', cell: (delivery) => <Outcome delivery={delivery} /> },
  { name: 'Status', numeric: true, cell: ({ status }) => status ?? '–' },
  { name: 'Took', numeric: true, cell: ({ duration_ms: ms }) => `${count(ms)} ms` },
];

/** The last 200 requests, newest first. */
export function Deliveries({ id }: { id: string }) {
  const list = useList(
    '/v1/webhook-endpoints/{endpointId}/deliveries',
    { path: { endpointId: id }, query: { limit: 50 } },
    // Any event may be sent to it.
    { on: ['call.*', 'campaign.*', 'alert.*'] },
  );
  return (
    <ListTable
      list={list}
      what="the requests"
      caption="The last 200 requests"
      columns={COLUMNS}
      keyOf={({ at, event, kind }) => `${at} ${event} ${kind}`}
      empty="Nothing was sent yet."
      next="Send a test to see whether the endpoint answers."
    />
  );
}

function Outcome({ delivery: { failure, next_try_at: next } }: { delivery: Delivery }) {
  if (failure === null) return <Badge tone="good" text="Delivered" />;
  return (
    <>
      <Badge tone="bad" text="Failed" /> {failure}
      {next && Date.parse(next) > nowMs.value && (
        <span class="quiet">
          {' '}
          Next try <Relative at={next} />
        </span>
      )}
    </>
  );
}
