/** Search in the calls of all campaigns. The filters are in the address. */
import { useMemo } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { CallBadge } from '../../components/resources/badge.tsx';
import { Empty } from '../../components/feedback.tsx';
import { WaitText } from '../../components/resources/waiting.tsx';
import { Page } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { money } from '../../format/numbers.ts';
import { clockDuration } from '../../format/time/times.ts';
import { RECORDINGS } from '../../format/words.ts';
import { address } from '../../router.ts';
import { CallFilters } from './call-filters.tsx';
import { callQueryOf, campaignBegins, hasFilters, isHeavy } from './call-search.ts';
import { AgentOfCallLink, CallTimeLink, PersonLink } from '../../components/resources/links.tsx';

type Call = Schemas['Call'];

/** @param begins calls that show the name of their campaign */
const columnsOf = (begins: ReadonlySet<string>): readonly Column<Call>[] => [
  {
    name: 'Call',
    cell: (call) => (
      <CallTimeLink call={begins.has(call.ref) ? call : { ...call, campaign_name: null }} />
    ),
  },
  {
    name: 'Person',
    cell: ({ contact_name: name, number }) => <PersonLink name={name} number={number} />,
  },
  { name: 'Agent', cell: (call) => <AgentOfCallLink call={call} /> },
  { name: 'State', cell: (call) => <StateCell call={call} /> },
  {
    name: 'Talk',
    numeric: true,
    cell: ({ talk_seconds: seconds }) => (seconds === null ? '–' : clockDuration(seconds)),
  },
  {
    name: 'Cost',
    numeric: true,
    cell: ({ cost, currency }) => (cost === null ? '–' : money(cost, currency)),
  },
  {
    name: 'Recording',
    cell: ({ recording }) => (recording === 'none' ? '–' : <RecordingMark recording={recording} />),
  },
];

/** Most talks are stored: a mark is enough, and every other state stands out. */
function RecordingMark({ recording }: Pick<Call, 'recording'>) {
  const { text } = RECORDINGS[recording];
  if (recording !== 'stored') return <>{text}</>;
  return (
    <span role="img" aria-label={text} title={text}>
      ✓
    </span>
  );
}

const ROWS = 25;

/** The state with its reason, or with what the call waits for. */
function StateCell({ call }: { call: Call }) {
  const { state, waiting_for: wait, reason } = call;
  return (
    <div>
      <CallBadge call={call} />
      {/* A live call waits for its next event, which its state says already. */}
      {wait && (state === 'waiting' || state === 'unknown') ? (
        <span class="under">
          <WaitText wait={wait} />
        </span>
      ) : (
        reason && <span class="under">{reason}</span>
      )}
    </div>
  );
}

export function CallsPage() {
  const query = callQueryOf(address.value.query);
  const heavy = isHeavy(query);
  const calls = useList(
    '/v1/calls',
    { query: { ...query, limit: ROWS } },
    heavy ? { pollMs: null } : { on: ['call.*'] },
  );
  const begins = campaignBegins(calls.items);
  const columns = useMemo(() => columnsOf(new Set(begins)), [begins.join()]);
  return (
    <Page title="Calls">
      <CallFilters query={query} />
      {heavy && (
        <p class="quiet">
          This search is not repeated by itself.{' '}
          <button type="button" class="quiet-button" onClick={() => void calls.reload()}>
            Search again
          </button>
        </p>
      )}
      <ListTable
        list={calls}
        what="the calls"
        caption="Calls"
        columns={columns}
        keyOf={({ ref }) => ref}
        empty={<NoCalls filtered={hasFilters(query)} more={calls.more !== undefined} />}
      />
    </Page>
  );
}

function NoCalls({ filtered, more }: { filtered: boolean; more: boolean }) {
  if (more) {
    return (
      <Empty title="No call was found yet.">
        A search reads a bounded number of calls at a time. “Show more” goes on.
      </Empty>
    );
  }
  return filtered ? (
    <Empty title="No call fits these filters.">
      <a href="/calls">Show all calls</a>
    </Empty>
  ) : (
    <Empty title="There are no calls.">
      Calls are placed by <a href="/campaigns">campaigns that run</a> and by{' '}
      <a href="/callbacks">callbacks</a>.
    </Empty>
  );
}
