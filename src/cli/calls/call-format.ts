/** Calls as lines for people. */
import type { Call, CallDetail } from '../../terminal/api-shapes.ts';
import { amountText, waitText } from '../../terminal/terminal-text.ts';
import { table } from '../../terminal/table.ts';

const COLUMNS = [
  'ref',
  'state',
  'disposition',
  'agent',
  'name',
  'number',
  'talk',
  'cost',
  'reason',
];

export function formatCalls(calls: readonly Call[]): string {
  const rows = calls.map((call) => [
    call.ref,
    call.state,
    call.disposition,
    call.agent_name ?? call.agent_id,
    call.contact_name,
    call.number,
    secondsText(call.talk_seconds),
    call.cost === null ? '' : amountText(call.cost, call.currency),
    call.reason ?? (call.waiting_for === null ? '' : waitText(call.waiting_for)),
  ]);
  return table([COLUMNS, ...rows], [6, 7]);
}

export function formatEnd({ ref, state, disposition, reason }: Call): string {
  const end = [disposition, reason].filter((part) => part !== null).join(': ');
  return `${ref} is ${state}${end === '' ? '' : `, ${end}`}`;
}

export function formatCall(call: CallDetail): string {
  return [
    formatEnd(call),
    table(factRows(call)),
    '',
    table(call.timeline.map(({ at, kind, text }) => [at, kind, text])),
    ...unreadable(call),
  ].join('\n');
}

/** Only what is known, because most of it is missing until the call has ended. */
function factRows(call: CallDetail): string[][] {
  const { time_sources: sources, redial } = call;
  const rows: [string, string | null][] = [
    [
      'campaign',
      `${named(call.campaign_id, call.campaign_name)}, contact ${call.contact}, call ${call.ordinal}`,
    ],
    ['name', call.contact_name],
    ['row key', call.row_key],
    ['number', call.number],
    ['agent', call.agent_id && named(call.agent_id, call.agent_name)],
    ['placed', call.placed_at],
    ['agent rang', timeText(call.agent_ringing_at, sources.agent_ringing_at)],
    ['agent answered', timeText(call.answered_at, sources.answered_at)],
    ['customer rang', timeText(call.customer_ringing_at, sources.customer_ringing_at)],
    ['bridged', timeText(call.bridged_at, sources.bridged_at)],
    ['ended', timeText(call.ended_at, sources.ended_at)],
    ['agent ring', secondsText(call.agent_ring_seconds)],
    ['agent connected', secondsText(call.agent_connected_seconds)],
    ['customer ring', secondsText(call.customer_ring_seconds)],
    ['talk', secondsText(call.talk_seconds)],
    ['cost', call.cost && amountText(call.cost, call.currency)],
    ['outcome', call.outcome],
    ['waits', call.waiting_for && waitText(call.waiting_for)],
    ['recording', recordingText(call)],
    ['then', redial && `${redial.text}${redial.at === null ? '' : `, at ${redial.at}`}`],
  ];
  return rows.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[`  ${name}`, value]],
  );
}

/** The name, with the id that other commands take. */
const named = (id: string, name: string | null) => (name === null ? id : `${name} (${id})`);

export function recordingText(call: Call): string {
  const { recording, recording_reason: reason, recording_due_at: due } = call;
  return `${recording}${reason === null ? '' : `: ${reason}`}${due === null ? '' : `, due at ${due}`}`;
}

type TimeSource = CallDetail['time_sources']['ended_at'];

const SOURCES = {
  carrier: '',
  received: ' (when its webhook arrived',
  polled: ' (when GET first showed it)',
  dialwright: ' (when Dialwright ended it)',
} as const;

function timeText(at: string | null, source: TimeSource): string | null {
  if (at === null || source === null) return at;
  const text = `${at}${SOURCES[source.source]}`;
  if (source.source !== 'received') return text;
  return `${text}; its occurred_at is ${source.fault ?? 'not known'})`;
}

const secondsText = (seconds: number | null): string => (seconds === null ? '' : `${seconds} s`);

const BODY_SHOWN = 400;

/** Printed as JSON, because anybody who has seen the URL may have written the text. */
function unreadable({ unreadable_webhooks: webhooks }: CallDetail): string[] {
  if (webhooks.length === 0) return [];
  return [
    '',
    'webhooks that could not be read (docs/carrier-gaps.md, `webhook`, names their expected fields):',
    ...webhooks.map(({ at, reason, body }) => `${at}  it ${reason}: ${body.slice(0, BODY_SHOWN)}`),
  ];
}
