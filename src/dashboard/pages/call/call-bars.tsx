/** The legs of a call as bars to scale, and their durations as text. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Section } from '../../components/page.tsx';
import { clockDuration, legDuration } from '../../format/time/times.ts';
import { legsOf, placeOf, ticksOf, type Bar, type Legs, type WrapUp } from './call-legs.ts';

type Call = Schemas['CallDetail'];
type Scale = Pick<Legs, 'fromMs' | 'toMs'>;

export function CallBars({ call }: { call: Call }) {
  return call.agent_id && call.answered_at && call.ended_at ? (
    <BarsWithWrapUp call={call} agentId={call.agent_id} endedAt={call.ended_at} />
  ) : (
    <Bars call={call} />
  );
}

const WRAP_UP_WITHIN_MS = 3_600_000;

interface BarsWithWrapUpProps {
  call: Call;
  agentId: string;
  endedAt: string;
}

/** The wrap-up is in the history of the agent. */
function BarsWithWrapUp({ call, agentId, endedAt }: BarsWithWrapUpProps) {
  const to = new Date(Date.parse(endedAt) + WRAP_UP_WITHIN_MS).toISOString();
  const { data } = useQuery(
    '/v1/agents/{agentId}/history',
    { path: { agentId }, query: { from: endedAt, to, limit: 5 } },
    { on: ['agent.*', 'call.ended'] },
  );
  const wrapUp = data?.data.find(({ state, call: of }) => state === 'wrap_up' && of === call.ref);
  return <Bars call={call} wrapUp={wrapUp} />;
}

function Bars({ call, wrapUp }: { call: Call; wrapUp?: WrapUp | undefined }) {
  const isOpen = call.ended_at === null || wrapUp?.to === null;
  const legs = legsOf(call, isOpen ? nowMs.value : 0, wrapUp);
  return (
    <Section title="Legs">
      {legs ? <Drawn legs={legs} /> : <p class="quiet">No phone has rung for this call.</p>}
      <TimeNotes call={call} />
    </Section>
  );
}

function Drawn({ legs: { legs, ...scale } }: { legs: Legs }) {
  return (
    <div class="card">
      {legs.map(({ name, bars }) => (
        <div key={name} class="leg">
          <h3>{name}</h3>
          <div class="leg-track" aria-hidden="true">
            {bars.map((bar) => (
              <BarBox key={bar.name} bar={bar} scale={scale} />
            ))}
          </div>
          <p class="leg-text">
            {bars.length === 0 ? 'Not rung' : bars.map((bar) => barText(bar)).join(' · ')}
          </p>
        </div>
      ))}
      <div class="leg-scale digits" aria-hidden="true">
        {ticksOf(scale).map((seconds) => (
          <span key={seconds} style={{ left: `${tickLeft(seconds, scale)}%` }}>
            {clockDuration(seconds)}
          </span>
        ))}
      </div>
    </div>
  );
}

function tickLeft(seconds: number, scale: Scale): number {
  const atMs = scale.fromMs + seconds * 1_000;
  return placeOf({ fromMs: atMs, toMs: atMs }, scale).left;
}

function BarBox({ bar, scale }: { bar: Bar; scale: Scale }) {
  const { left, width } = placeOf(bar, scale);
  return (
    <span
      class={`leg-bar ${bar.tone}${bar.open ? ' open' : ''}`}
      style={{ left: `${left}%`, width: `${width}%` }}
      title={barText(bar)}
    >
      <span>{bar.name}</span>
    </span>
  );
}

const barText = ({ name, fromMs, toMs, open }: Bar) =>
  `${name} ${legDuration((toMs - fromMs) / 1_000)}${open ? ' so far' : ''}`;

type TimeName = keyof Call['time_sources'];
const TIME_NAMES: Record<TimeName, string> = {
  agent_ringing_at: 'the ringing of the agent',
  answered_at: 'the answer of the agent',
  customer_ringing_at: 'the ringing of the customer',
  bridged_at: 'the begin of the talk',
  ended_at: 'the end',
};
const SOURCE_TEXTS = {
  received: 'when its webhook arrived',
  polled: 'when a poll first showed it',
  dialwright: 'when Dialwright ended the call',
} as const;

/** Only times that are not the carrier's own are named: they may be later than what happened. */
function TimeNotes({ call }: { call: Call }) {
  const { time_sources: sources, agent_ringing_at: rang, placed_at: placed } = call;
  const notes = Object.entries(TIME_NAMES).flatMap(([name, text]) => {
    const source = sources[name as TimeName];
    if (!source || source.source === 'carrier') return [];
    const fault = source.fault ? ` (its own time is ${source.fault.replaceAll('-', ' ')})` : '';
    return [`${text} ${SOURCE_TEXTS[source.source]}${fault}`];
  });
  const unreported = placed !== null && rang === null;
  if (notes.length === 0 && !unreported) return null;
  return (
    <p class="quiet">
      {unreported &&
        'The carrier reported no ringing of the agent: the bar begins at the request. '}
      {notes.length > 0 && `Known only from us: ${notes.join(', ')}.`}
    </p>
  );
}
