/** The two legs of a call as bars on one scale of time. */
import type { Schemas } from '../../../client/client.ts';
import type { Tone } from '../../format/words.ts';

export type LegTimes = Pick<
  Schemas['CallDetail'],
  | 'placed_at'
  | 'agent_ringing_at'
  | 'answered_at'
  | 'customer_ringing_at'
  | 'bridged_at'
  | 'ended_at'
>;

export interface Bar {
  name: string;
  tone: Tone;
  fromMs: number;
  toMs: number;
  /** It goes on. */
  open: boolean;
}

interface Leg {
  name: 'Agent' | 'Customer';
  bars: readonly Bar[];
}

export interface Legs {
  fromMs: number;
  toMs: number;
  legs: readonly Leg[];
}

/** `to` is null: it goes on. */
export type WrapUp = Pick<Schemas['AgentSpan'], 'from' | 'to'>;

/**
 * @param wrapUp of the agent after this call
 * @returns undefined while nothing rang
 */
export function legsOf(times: LegTimes, nowMs: number, wrapUp?: WrapUp): Legs | undefined {
  const at = {
    agentRings: msOf(times.agent_ringing_at ?? times.placed_at),
    answered: msOf(times.answered_at),
    customerRings: msOf(times.customer_ringing_at),
    bridged: msOf(times.bridged_at),
    ended: msOf(times.ended_at),
  };
  const bar = (name: string, tone: Tone, from: number | undefined, ends: (number | undefined)[]) =>
    barOf({ name, tone, from, to: ends.find((end) => end !== undefined), nowMs });
  const agent = [
    bar('Rings', 'busy', at.agentRings, [at.answered, at.ended]),
    bar('On the call', 'good', at.answered, [at.ended]),
    ...(wrapUp ? [bar('Wrap-up', 'warn', msOf(wrapUp.from), [msOf(wrapUp.to)])] : []),
  ];
  const customer = [
    bar('Rings', 'busy', at.customerRings, [at.bridged, at.ended]),
    bar('Talk', 'good', at.bridged, [at.ended]),
  ];
  const legs: Leg[] = [
    { name: 'Agent', bars: agent.flat() },
    { name: 'Customer', bars: customer.flat() },
  ];
  const bars = legs.flatMap((leg) => leg.bars);
  if (bars.length === 0) return undefined;
  return {
    fromMs: Math.min(...bars.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...bars.map(({ toMs }) => toMs)),
    legs,
  };
}

const msOf = (iso: string | null): number | undefined =>
  iso === null ? undefined : Date.parse(iso);

interface BarInput {
  name: string;
  tone: Tone;
  from: number | undefined;
  /** Undefined: it goes on. */
  to: number | undefined;
  nowMs: number;
}

/** None if it has not begun, or if its ends are not in order. The reader's clock may be behind the server's. */
function barOf({ name, tone, from, to, nowMs }: BarInput): Bar[] {
  if (from === undefined) return [];
  const open = to === undefined;
  const toMs = to ?? Math.max(nowMs, from);
  return toMs < from ? [] : [{ name, tone, fromMs: from, toMs, open }];
}

/** Where a span lies on the scale, in percent of its width. */
export function placeOf(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  scale: { fromMs: number; toMs: number },
): { left: number; width: number } {
  const whole = Math.max(1, scale.toMs - scale.fromMs);
  return {
    left: ((fromMs - scale.fromMs) / whole) * 100,
    width: ((toMs - fromMs) / whole) * 100,
  };
}

const STEPS_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];
const MOST_TICKS = 8;

/** A mark at the very end would have no room for its text. */
const LAST_MARK = 0.96;

/** Full seconds, minutes or hours after the start of the scale: at most eight, and the start itself. */
export function ticksOf({ fromMs, toMs }: { fromMs: number; toMs: number }): number[] {
  const seconds = (toMs - fromMs) / 1_000;
  const fits = (step: number) => seconds / step <= MOST_TICKS;
  const step = STEPS_SECONDS.find(fits) ?? Math.ceil(seconds / MOST_TICKS / 3_600) * 3_600;
  return Array.from(
    { length: Math.floor((seconds * LAST_MARK) / step) + 1 },
    (_, index) => index * step,
  );
}
