import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { CallBadge } from '../../components/resources/badge.tsx';
import { Section } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { money } from '../../format/numbers.ts';
import { RECORDINGS, wordOf } from '../../format/words.ts';
import { AgentOfCallLink, CallTimeLink } from '../../components/resources/links.tsx';

type Call = Schemas['Call'];

export function PersonCalls({ number }: { number: string }) {
  const list = useList(
    '/v1/calls',
    { query: { number, limit: 50 } },
    { on: ['call.*', 'recording.*'] },
  );
  return (
    <Section title="Calls">
      <ListTable
        list={list}
        what="the calls"
        caption="Calls to this number, newest first"
        columns={COLUMNS}
        keyOf={({ ref }) => ref}
        empty="This number was never called."
        next="“Why” of a contact says when its turn comes."
      />
    </Section>
  );
}

const COLUMNS: readonly Column<Call>[] = [
  { name: 'Call', cell: (call) => <CallTimeLink call={call} /> },
  { name: 'State', cell: (call) => <State call={call} /> },
  { name: 'Agent', cell: (call) => <AgentOfCallLink call={call} /> },
  {
    name: 'Cost',
    numeric: true,
    cell: ({ cost, currency }) => (cost === null ? '–' : money(cost, currency)),
  },
  { name: 'Recording', cell: (call) => <Recording call={call} /> },
  {
    name: 'Rules then',
    cell: ({ ref, placed_at: placed }) =>
      placed === null ? (
        'Not placed'
      ) : (
        <a href={`/calls/${ref}#decision`} aria-label={`Decision of call ${ref}`}>
          Decision
        </a>
      ),
  },
];

const State = ({ call }: { call: Call }) => (
  <>
    <CallBadge call={call} />
    {call.reason && <span class="quiet"> {call.reason}</span>}
  </>
);

function Recording({ call: { ref, recording, recording_reason: reason } }: { call: Call }) {
  if (recording === 'none') return <>–</>;
  if (recording !== 'stored') {
    return (
      <>
        {wordOf(RECORDINGS, recording).text} {reason && <span class="quiet">{reason}</span>}
      </>
    );
  }
  return (
    <a href={`/v1/calls/${ref}/recording`} target="_blank" aria-label={`Listen to call ${ref}`}>
      Listen
    </a>
  );
}
