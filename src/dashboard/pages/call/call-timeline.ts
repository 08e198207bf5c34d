/** Everything that happened in a call, in order: the timeline, with each decision before its request. */
import type { Schemas } from '../../../client/client.ts';
import type { Word } from '../../format/words.ts';

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

const ENTRY_WORDS: Record<string, Word> = {
  claimed: { text: 'Claim', tone: 'quiet' },
  placement: { text: 'Request', tone: 'busy' },
  event: { text: 'Webhook', tone: 'good' },
  observation: { text: 'Poll', tone: 'good' },
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

/** What an entry says, and the name of its event if that has a text. */
export function textOf({ kind, text }: Pick<Entry, 'kind' | 'text'>): {
  text: string;
  name: string | undefined;
} {
  const known = kind === 'event' ? EVENT_TEXTS[text] : undefined;
  return known === undefined ? { text, name: undefined } : { text: known, name: text };
}

export function wordOfHappening(happening: Happening): Word {
  if (happening.kind !== 'entry') return OTHER_WORDS[happening.kind];
  const { kind } = happening.entry;
  return ENTRY_WORDS[kind] ?? { text: kind, tone: 'quiet' };
}
