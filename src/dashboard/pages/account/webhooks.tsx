/** How news of calls arrives: the carrier's webhooks, the servers that receive them, and polling. */
import type { Schemas } from '../../api/api.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { Empty } from '../../components/feedback.tsx';
import { Section } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';
import { wordOf, type Tone } from '../../format/words.ts';

type Account = Schemas['Account'];
type State = NonNullable<Account['webhooks']>;
type Server = State['servers'][number];

const STATES: Record<State['state'], { text: string; tone: Tone; detail: string }> = {
  healthy: { text: 'Arrive', tone: 'good', detail: 'Calls wait for webhooks.' },
  lost: {
    text: 'Lost',
    tone: 'bad',
    detail:
      'Calls ended without a webhook, so every call is polled until webhooks arrive again. Check that the carrier reaches the address of the callbacks.',
  },
  unproven: { text: 'None yet', tone: 'quiet', detail: 'No webhook has arrived yet.' },
};

const COLUMNS: readonly Column<Server>[] = [
  { name: 'Server', cell: ({ name }) => name },
  {
    name: 'State',
    cell: ({ up }) => <Badge tone={up ? 'good' : 'bad'} text={up ? 'Up' : 'Missing'} />,
  },
  { name: 'Started', cell: ({ since }) => <Time at={since} /> },
  { name: 'Last heartbeat', cell: ({ last_seen_at: at }) => <Relative at={at} /> },
  { name: 'Webhooks', numeric: true, cell: ({ received }) => count(received) },
  {
    name: 'Last webhook',
    cell: ({ last_received_at: at }) => (at ? <Relative at={at} /> : 'None'),
  },
];

export const Webhooks = ({ account: { webhooks, polling } }: { account: Account }) => (
  <Section title="How news of calls arrives">
    {webhooks ? (
      <Received webhooks={webhooks} />
    ) : (
      <Empty title="Webhooks are not set up.">
        Every call is polled. Webhooks are faster and need fewer requests.
      </Empty>
    )}
    <Polling polling={polling} />
  </Section>
);

function Received({ webhooks }: { webhooks: State }) {
  const { state, received, checked, last_received_at: last, receiving, servers } = webhooks;
  const word = wordOf(STATES, state);
  return (
    <>
      <div class="card">
        <p>
          Webhooks <Badge tone={word.tone} text={word.text} />{' '}
          {last && (
            <>
              the last one arrived <Relative at={last} />
            </>
          )}
        </p>
        <p class="quiet">
          {STATES[state]?.detail}{' '}
          {checked > 0 && `${received} of the last ${checked} calls had one before the poll.`}
        </p>
        {!receiving && <p class="warn">No server receives: calls are polled until one is up.</p>}
      </div>
      {servers.length > 0 && (
        <Table caption="Servers" columns={COLUMNS} rows={servers} keyOf={({ name }) => name} />
      )}
      {servers.some(({ up }) => !up) && (
        <p class="warn">
          A missing server sends no heartbeats, although nobody stopped it. Start it again, or wait:
          it is forgotten after five minutes.
        </p>
      )}
    </>
  );
}

function Polling({ polling }: { polling: Account['polling'] }) {
  const { live_calls: live, live_pause_seconds: livePause } = polling;
  const { unsettled_calls: unsettled, unsettled_pause_seconds: unsettledPause } = polling;
  return (
    <p class="quiet">
      {live === 0
        ? 'No live call is polled.'
        : `${count(live)} live calls are polled, each at most every ${count(livePause)} s.`}{' '}
      {unsettled > 0 &&
        `${count(unsettled)} ended calls without a cost are polled, each at most every ${count(unsettledPause)} s.`}
    </p>
  );
}
