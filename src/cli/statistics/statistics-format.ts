/** Statistics and costs as tables for people. */
import type { Schemas } from '../../client/client.ts';
import { FIGURES } from '../../domain/figures/figures.ts';
import { amountText } from '../../terminal/terminal-text.ts';
import { table, type Cell } from '../../terminal/table.ts';

type Statistics = Schemas['Statistics'];
type Costs = Schemas['Costs'];
type Counts = Schemas['CallCounts'];

const SHOWN = [
  'placed',
  'agent_rang',
  'answered',
  'customer_rang',
  'bridged',
  'asr',
  'talk_seconds',
  'cost',
] as const;
const COLUMNS = SHOWN.map((figure) => FIGURES[figure].column);
const RIGHT = COLUMNS.map((_, index) => index + 1);

/** Buckets without a call are left out; they are in `--json`. */
export function formatStatistics(statistics: Statistics): string {
  const { buckets, total, currency, zone, by, agent_time: agentTime } = statistics;
  const rows = buckets
    .filter(({ calls }) => calls > 0)
    .map((bucket) => [bucket.local_from.replace('T', ' '), ...countCells(bucket, currency)]);
  return [
    table(
      [[`${by} (${zone})`, ...COLUMNS], ...rows, ['total', ...countCells(total, currency)]],
      RIGHT,
    ),
    '',
    dispositions(total),
    `${FIGURES.calls_a_minute.column}: ${statistics.calls_a_minute} (in the last 60 seconds)`,
    ...(agentTime ? [agentTimeText(agentTime, statistics.agent_id)] : []),
  ].join('\n');
}

export function formatCosts({ data, total, currency, by }: Costs): string {
  const rows = data.map((group) => [nameOf(group), ...countCells(group, currency)]);
  return table([[by, ...COLUMNS], ...rows, ['total', ...countCells(total, currency)]], RIGHT);
}

export function formatAnswers({ data, by }: Schemas['Answers']): string {
  const rows = data.map(({ key, dialled, answered, before, fell, best_hours: best }) => [
    key ?? 'not known',
    dialled,
    answered,
    rateText({ dialled, answered }),
    rateText(before),
    fell ? 'fell' : '',
    best.map(({ hour }) => `${hour}:00`).join(' '),
  ]);
  const { dialled, customer_answered: answered, answer_rate: rate } = FIGURES;
  const titles = [by, dialled.column, answered.column, rate.column, 'before', '', 'best hours'];
  return table([titles, ...rows], [1, 2, 3, 4]);
}

const rateText = ({ dialled, answered }: { dialled: number; answered: number }): string =>
  dialled === 0 ? '–' : `${Math.round((answered / dialled) * 100)} %`;

function nameOf({ month, campaign_id, agent_id, name }: Costs['data'][number]): string {
  const id = month ?? campaign_id ?? agent_id ?? '';
  if (id === '') return 'rang no agent';
  return name === null ? id : `${id} (${name})`;
}

const countCells = (counts: Counts, currency: string | null): Cell[] => [
  counts.placed,
  counts.agent_rang,
  counts.answered,
  counts.customer_rang,
  counts.bridged,
  counts.asr === null ? '' : `${(counts.asr * 100).toFixed(1)}%`,
  clock(counts.talk_seconds),
  amountText(counts.cost, currency),
];

/** `h:mm:ss` */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  return [Math.floor(whole / 3_600), ...parts.map((part) => String(part).padStart(2, '0'))].join(
    ':',
  );
}

/** Idle and paused time stand only in figures of all campaigns. */
function agentTimeText(time: NonNullable<Statistics['agent_time']>, agent: string | null): string {
  const { ready_seconds: ready, paused_seconds: paused, occupancy } = time;
  const busy =
    `busy ${clock(time.busy_seconds)} (ringing ${clock(time.ringing_seconds)}, ` +
    `on calls ${clock(time.on_call_seconds)}, wrap-up ${clock(time.wrap_up_seconds)})`;
  const parts = [
    ...(ready === null ? [] : [`idle ${clock(ready)}`]),
    busy,
    ...(paused === null ? [] : [`paused ${clock(paused)}`]),
    ...(occupancy === null ? [] : [`occupancy ${(occupancy * 100).toFixed(1)}%`]),
  ];
  return `${agent === null ? 'agents' : 'agent'}: ${parts.join(', ')}`;
}

function dispositions({ dispositions: counts, live }: Counts): string {
  const found = Object.entries({ ...counts, live }).filter(([, count]) => count > 0);
  return found.length === 0
    ? 'no calls'
    : found.map(([name, count]) => `${name} ${count}`).join(', ');
}
