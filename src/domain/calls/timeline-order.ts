/** In which order a call's timeline is told. */

interface Line {
  placement: number | null;
  /** The carrier's `event_seq`; null: the line is no event, or the event has none. */
  seq: number | null;
}

/**
 * Webhooks may arrive in any order, and `event_seq` says which one the events had. Where it is known, the events of a
 * placement take the places of their arrival in that order. All other lines keep theirs.
 * @param lines in the order of their arrival
 */
export function inEventOrder<Each extends Line>(lines: readonly Each[]): Each[] {
  const sorted = Map.groupBy(
    lines.filter(({ seq }) => seq !== null),
    ({ placement }) => placement,
  );
  for (const events of sorted.values()) events.sort((a, b) => a.seq! - b.seq!);
  const next = new Map([...sorted].map(([placement, events]) => [placement, events.values()]));
  return lines.map((line) => (line.seq === null ? line : next.get(line.placement)!.next().value!));
}
