/** What stood in the way of a day's calls: holds and stops, pauses of campaigns, and alerts, as spans of time. */
import type { Schemas } from '../../../client/client.ts';
import { holdWords } from '../../format/hold-words.ts';

export type Happened = Pick<
  Schemas['Event'],
  'type' | 'timestamp' | 'subject' | 'campaign' | 'data'
>;

export const LANES = { hold: 'Holds', pause: 'Pauses', alert: 'Alerts' } as const;
export type Lane = keyof typeof LANES;

export interface DayMark {
  lane: Lane;
  fromMs: number;
  /** Infinity: it goes on. */
  toMs: number;
  text: string;
}

/** What goes on now, for what began before the events that were read. */
export interface Standing {
  account: Pick<Schemas['Account'], 'hold' | 'stopped'> | undefined;
  alerts: readonly Schemas['Alert'][];
  campaigns: readonly Pick<Schemas['Campaign'], 'id' | 'state'>[];
}

/** The events that begin or end a mark. The hold's alert would say the same again. */
export const MARKING =
  'account.stopped,account.going,hold.*,campaign.paused,campaign.resumed,campaign.draining,campaign.completed,campaign.cancelled,alert.*';

type NameOf = (campaign: string) => string;
/** What begins or ends, by a key that both share. */
interface Turn extends Omit<DayMark, 'toMs'> {
  key: string;
  begins: boolean;
  atMs: number;
}

/** @param events in any order */
export function marksOf(
  events: readonly Happened[],
  standing: Standing,
  nameOf: NameOf,
): DayMark[] {
  const turns = events.flatMap((event) => turnOf(event, nameOf));
  const open = new Map<string, Turn>();
  const marks: DayMark[] = [];
  for (const turn of turns.toSorted((a, b) => a.atMs - b.atMs)) {
    const begun = open.get(turn.key) ?? (turn.begins ? undefined : turn);
    if (begun) marks.push(markOf(begun, turn.atMs));
    if (turn.begins) open.set(turn.key, turn);
    else open.delete(turn.key);
  }
  const read = new Set(turns.map(({ key }) => key));
  const before = standingTurns(standing, nameOf).filter(({ key }) => !read.has(key));
  return [...marks, ...[...open.values(), ...before].map((turn) => markOf(turn, Infinity))];
}

const markOf = ({ lane, fromMs, text }: Turn, toMs: number): DayMark => ({
  lane,
  fromMs,
  toMs,
  text,
});

/** In the order of time, cut at the ends of the day. */
export const marksWithin = (
  marks: readonly DayMark[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): DayMark[] =>
  marks
    .filter((mark) => mark.fromMs < toMs && mark.toMs > fromMs)
    .map((mark) => ({ ...mark, fromMs: Math.max(mark.fromMs, fromMs) }))
    .toSorted((a, b) => a.fromMs - b.fromMs);

function turnOf({ type, timestamp, subject, campaign, data }: Happened, nameOf: NameOf): Turn[] {
  const atMs = Date.parse(timestamp);
  const reason = textOf(data['reason']);
  const turn = (key: string, lane: Lane, begins: boolean, text: string): Turn[] => {
    const since = typeof data['raised_at'] === 'string' ? Date.parse(data['raised_at']) : -Infinity;
    return [{ key, lane, begins, atMs, fromMs: begins ? atMs : since, text }];
  };
  if (type === 'hold.opened' || type === 'hold.lifted')
    return turn('hold', 'hold', type === 'hold.opened', holdWords(reason).title);
  if (type === 'account.stopped' || type === 'account.going')
    return turn('stop', 'hold', type === 'account.stopped', stopText(reason));
  if (campaign && type === 'campaign.paused')
    return turn(`pause ${campaign}`, 'pause', true, pauseText(nameOf(campaign), reason));
  if (campaign && type.startsWith('campaign.') && data['previous_state'] === 'paused')
    return turn(`pause ${campaign}`, 'pause', false, pauseText(nameOf(campaign), ''));
  if (!type.startsWith('alert.') || type === 'alert.hold') return [];
  const text = alertText(textOf(data['text']), campaign, nameOf);
  return turn(`${type} ${subject}`, 'alert', data['status'] === 'raised', text);
}

function standingTurns({ account, alerts, campaigns }: Standing, nameOf: NameOf): Turn[] {
  const begun = (key: string, lane: Lane, since: string | null, text: string): Turn => {
    const fromMs = since === null ? -Infinity : Date.parse(since);
    return { key, lane, begins: true, atMs: fromMs, fromMs, text };
  };
  const { hold, stopped } = account ?? {};
  return [
    ...(hold ? [begun('hold', 'hold', hold.opened_at, holdWords(hold.reason).title)] : []),
    ...(stopped ? [begun('stop', 'hold', stopped.since, stopText(stopped.reason ?? ''))] : []),
    ...campaigns
      .filter(({ state }) => state === 'paused')
      .map(({ id }) => begun(`pause ${id}`, 'pause', null, pauseText(nameOf(id), ''))),
    ...alerts
      .filter(({ kind }) => kind !== 'hold')
      .map(({ kind, subject, campaign, text, raised_at: since }) =>
        begun(`alert.${kind} ${subject}`, 'alert', since, alertText(text, campaign, nameOf)),
      ),
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const withReason = (what: string, reason: string) => (reason === '' ? what : `${what}: ${reason}`);
const stopText = (reason: string) => withReason('Everything is stopped', reason);
const pauseText = (name: string, reason: string) => withReason(`${name} is paused`, reason);
const alertText = (text: string, campaign: string | null, nameOf: NameOf) =>
  campaign === null ? text : `${nameOf(campaign)}: ${text}`;
