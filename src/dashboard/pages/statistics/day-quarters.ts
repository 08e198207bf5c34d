/** The quarters of an hour of a day: what each says, and where things lie on the strip. */
import type { Schemas } from '../../../client/client.ts';
import { count, counted } from '../../format/numbers.ts';
import { hourAndMinute, type Shown } from '../../format/time/times.ts';
import type { DayMark } from './day-marks.ts';

export type Quarter = Pick<Schemas['StatisticsBucket'], 'from' | 'to' | 'placed' | 'bridged'>;

/** A day has 92 or 100 of them when the clocks change. */
export interface Day {
  quarters: readonly Quarter[];
  marks: readonly DayMark[];
}

export const daySpan = ({ quarters }: Pick<Day, 'quarters'>) => ({
  fromMs: Date.parse(quarters[0]!.from),
  toMs: Date.parse(quarters.at(-1)!.to),
});

/** Now, or of another day the last quarter with calls. */
export function shownFirst({ quarters }: Pick<Day, 'quarters'>, nowMs: number): number {
  const now = quarters.findIndex(
    ({ from, to }) => Date.parse(from) <= nowMs && Date.parse(to) > nowMs,
  );
  if (now !== -1) return now;
  return Math.max(
    0,
    quarters.findLastIndex(({ placed }) => placed > 0),
  );
}

/** `09:15–09:30`; without an end: `from 09:15`. */
export function spanText(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  shown: Shown = {},
): string {
  const at = (ms: number) => hourAndMinute(new Date(ms).toISOString(), shown);
  if (toMs === Infinity) return `from ${at(fromMs)}`;
  return at(fromMs) === at(toMs) ? at(fromMs) : `${at(fromMs)}–${at(toMs)}`;
}

export const callsText = ({ placed, bridged }: Quarter): string =>
  placed === 0 ? 'no calls' : `${counted(placed, 'call')}, ${count(bridged)} talked`;

/** What a quarter says: its calls, and each mark that touches it with the mark's own times. */
export function quarterText({ quarters, marks }: Day, index: number, shown: Shown = {}): string {
  const quarter = quarters[index]!;
  const span = { fromMs: Date.parse(quarter.from), toMs: Date.parse(quarter.to) };
  const touching = marks.filter(({ fromMs, toMs }) => fromMs < span.toMs && toMs >= span.fromMs);
  return [
    `${spanText(span, shown)}: ${callsText(quarter)}`,
    ...touching.map((mark) => `${mark.text} (${spanText(mark, shown)})`),
  ].join(' · ');
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -4,
  PageUp: 4,
  Home: -Infinity,
  End: Infinity,
};

/** @returns the quarter that a key leads to; undefined: the key leads nowhere */
export function quarterByKey(key: string, index: number, quarters: number): number | undefined {
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(quarters - 1, Math.max(0, index + step));
}
