/** Everything that happened in a call, in order: the timeline, with each decision before its request. */
import type { Schemas } from '../../../client/client.ts';
import { legDuration } from '../../format/time/times.ts';
import { bytes } from '../../format/numbers.ts';
import { DISPOSITIONS, wordOf, type Word } from '../../format/words.ts';

type Call = Schemas['CallDetail'];
type Entry = Call['timeline'][number];
type DecisionRecord = Schemas['DecisionRecord'];

export type Happening =
  | { kind: 'entry'; at: string; entry: Entry }
  | { kind: 'decision'; at: string; placement: number; record: DecisionRecord }
  | { kind: 'unreadable'; at: string; webhook: Call['unreadable_webhooks'][number] };

/** What comes first of things at the same instant. */
const ORDER: Record<Happening['kind'], number> = { decision: 0, entry: 1, unreadable: 2 };

export function happeningsOf(
  { timeline, unreadable_webhooks: webhooks }: Pick<Call, 'timeline' | 'unreadable_webhooks'>,
  placements: readonly Schemas['DecisionsOfCall']['placements'][number][],
): Happening[] {
  // The timeline is in the order of events, which is not always that of their arrival: each line keeps its place.
  const places = timeline.map(({ at }) => at).toSorted();
  const all: (Happening & { place?: string | undefined })[] = [
    ...timeline.map((entry, index) => {
      return { kind: 'entry' as const, at: entry.at, place: places[index], entry };
    }),
    ...placements.flatMap(({ placement, decision: record }) =>
      record ? [{ kind: 'decision' as const, at: record.decided_at, placement, record }] : [],
    ),
    ...webhooks.map((webhook) => ({ kind: 'unreadable' as const, at: webhook.at, webhook })),
  ];
  const placeMs = ({ place, at }: (typeof all)[number]) => Date.parse(place ?? at);
  // The sort keeps the order of the timeline for equal instants.
  return all.toSorted((a, b) => placeMs(a) - placeMs(b) || ORDER[a.kind] - ORDER[b.kind]);
}

/** How long after the carrier was asked: +0.3 sec, +1:05. Undefined: at once or before. */
export function offsetOf(at: string, sentAt: string | null): string | undefined {
  if (sentAt === null) return undefined;
  const ms = Date.parse(at) - Date.parse(sentAt);
  return ms < 100 ? undefined : `+${legDuration(ms / 1_000)}`;
}

const ENTRY_WORDS: Record<string, Word> = {
  claimed: { text: 'Agent', tone: 'quiet' },
  placement: { text: 'Request', tone: 'busy' },
  event: { text: 'Carrier', tone: 'good' },
  observation: { text: 'Asked', tone: 'good' },
  ended: { text: 'End', tone: 'quiet' },
  settled: { text: 'Cost', tone: 'quiet' },
  recording: { text: 'Recording', tone: 'quiet' },
  note: { text: 'Note', tone: 'quiet' },
};

const OTHER_WORDS: Record<Exclude<Happening['kind'], 'entry'>, Word> = {
  decision: { text: 'Decision', tone: 'busy' },
  unreadable: { text: 'Unreadable', tone: 'warn' },
};

/** By the names of the carrier's events (3.2). */
const EVENT_TEXTS: Record<string, string> = {
  'click2call.agent_ringing': 'The agent’s phone rings',
  'click2call.agent_answered': 'The agent answered',
  'click2call.customer_ringing': 'The customer’s phone is dialled',
  'click2call.bridged': 'Agent and customer talk',
  'click2call.completed': 'The call is over',
  'click2call.failed': 'The call failed',
  'click2call.finalized': 'The carrier has billed the call',
};

/** Lines of the timeline as an operator says them. What is not here stays as it was written. */
const SENTENCES: readonly [RegExp, (...found: string[]) => string][] = [
  [/^claimed, with an agent$/, () => 'An agent was taken for the call'],
  [/^placement 1: intent written$/, () => 'The request was written down, then sent'],
  [/^placement (\d+): intent written$/, (n) => `Request ${n} was written down, then sent`],
  [/^placement \d+: accepted$/, () => 'The carrier accepted the call'],
  [/^placement \d+: refused with (.+)$/s, (why) => `The carrier refused the call: ${why}`],
  [/^GET shows (.+)$/s, (what) => `The carrier shows the call as ${what}`],
  [/^cost (.+)$/s, (cost) => `The call cost ${cost}`],
  [/^link delivered$/, () => 'The carrier sent the link of the recording'],
  [/^stored, (\d+) bytes$/, (size) => `The recording is stored, ${bytes(Number(size))}`],
];

/** What an entry says, and the text that the record has, where that is another one. */
export function textOf({ kind, text }: Pick<Entry, 'kind' | 'text'>): {
  text: string;
  name: string | undefined;
} {
  const known = kind === 'event' ? EVENT_TEXTS[text] : saidOf(kind, text);
  return known === undefined ? { text, name: undefined } : { text: known, name: text };
}

function saidOf(kind: Entry['kind'], text: string): string | undefined {
  if (kind === 'ended') {
    const disposition = /^[a-z-]+/.exec(text)?.[0] ?? '';
    const word = Object.hasOwn(DISPOSITIONS, disposition) && wordOf(DISPOSITIONS, disposition).text;
    return word ? word + text.slice(disposition.length) : undefined;
  }
  for (const [pattern, say] of SENTENCES) {
    const found = pattern.exec(text);
    if (found) return say(...found.slice(1));
  }
  return undefined;
}

export function wordOfHappening(happening: Happening): Word {
  if (happening.kind !== 'entry') return OTHER_WORDS[happening.kind];
  const { kind } = happening.entry;
  return ENTRY_WORDS[kind] ?? { text: kind, tone: 'quiet' };
}
