/** Where in a recording agent and customer begin to talk. */
import type { Schemas } from '../../../client/client.ts';

export type TalkTimes = Pick<
  Schemas['CallDetail'],
  'answered_at' | 'bridged_at' | 'ended_at' | 'time_sources'
>;

/** An earlier talk needs no jump. */
const LEAST_SECONDS = 1;

/**
 * The carrier does not say when a recording begins: with the agent's answer, with the talk, or between the two. It ends
 * with the call, so its length tells.
 * @param lengthSeconds of the recording; undefined while it is not known
 * @returns seconds from its begin; undefined: there is nowhere to jump to
 */
export function talkStartOf(
  call: TalkTimes,
  lengthSeconds: number | undefined,
): number | undefined {
  const latest = mostBeforeTalk(call);
  if (latest === undefined || lengthSeconds === undefined) return undefined;
  const talk = secondsBetween(call.bridged_at, call.ended_at) ?? 0;
  const start = Math.min(latest, lengthSeconds - talk);
  return start < LEAST_SECONDS ? undefined : start;
}

/** Whether the talk may begin so late that the length of the recording is worth a request. */
export const mayStartLate = (call: TalkTimes): boolean => mostBeforeTalk(call) !== undefined;

/** A poll sees the begin of a talk too late to jump there. */
function mostBeforeTalk(call: TalkTimes): number | undefined {
  const { answered_at: answered, bridged_at: bridged, time_sources: sources } = call;
  if (sources.bridged_at?.source === 'polled' || call.ended_at === null) return undefined;
  const seconds = secondsBetween(answered, bridged);
  return seconds === undefined || seconds < LEAST_SECONDS ? undefined : seconds;
}

const secondsBetween = (from: string | null, to: string | null): number | undefined =>
  from === null || to === null ? undefined : (Date.parse(to) - Date.parse(from)) / 1_000;
