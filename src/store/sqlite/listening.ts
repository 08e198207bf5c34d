import type { Connection } from './connection.ts';

/** Extends the span that reaches up to now, give or take the gap; else begins another. */
export function listen(db: Connection, nowMs: number, gapMs: number): void {
  const extended = db.run(
    `UPDATE listening SET to_ms = max(to_ms, :nowMs), gap_ms = :gapMs
     WHERE id = (SELECT id FROM listening
                 WHERE from_ms <= :nowMs AND to_ms >= :nowMs - :gapMs
                 ORDER BY to_ms DESC LIMIT 1)`,
    { nowMs, gapMs },
  );
  if (extended === 0) {
    db.run('INSERT INTO listening (from_ms, to_ms, gap_ms) VALUES (:nowMs, :nowMs, :gapMs)', {
      nowMs,
      gapMs,
    });
  }
}

/** What the union of the spans leaves open; clocks that step back make them overlap. */
export function deafBetween(db: Connection, fromMs: number, toMs: number): number {
  const spans = db.all<{ fromMs: number; toMs: number; gapMs: number }>(
    `SELECT from_ms AS fromMs, to_ms AS toMs, gap_ms AS gapMs FROM listening
     WHERE to_ms + gap_ms > :fromMs AND from_ms < :toMs ORDER BY from_ms`,
    { fromMs, toMs },
  );
  let heardUntilMs = fromMs;
  let deafMs = 0;
  let nextNoteMs = fromMs;
  for (const span of spans) {
    deafMs += Math.max(0, span.fromMs - heardUntilMs);
    heardUntilMs = Math.max(heardUntilMs, span.toMs);
    nextNoteMs = Math.max(nextNoteMs, span.toMs + span.gapMs);
  }
  // Between two notes nothing is missing yet; without this the end of every span would count as deaf.
  return nextNoteMs >= toMs ? deafMs : deafMs + Math.max(0, toMs - heardUntilMs);
}
