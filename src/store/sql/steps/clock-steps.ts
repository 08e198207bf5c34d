/** What a clock that was ahead has written, once the clock is right again. */
import type { SweepStore } from '../../sweep-store.ts';
import type { Tx } from '../engine/tx.ts';
import { lastSweepMs } from './workflows/processes.ts';

/** Clocks of two processes may differ by less, and less than this is soon over. */
const AHEAD_MS = 60_000;
/** Sweeps are a little late where there is much to do. */
const LATE_SWEEPS = 2;

export async function mendTimes(
  tx: Tx,
  { nowMs, sweepMs }: Parameters<SweepStore['mendTimes']>[0],
): Promise<{ clockSet: boolean }> {
  const sweptMs = (await lastSweepMs(tx)) ?? nowMs;
  const clockSet = nowMs < sweptMs || nowMs - sweptMs > LATE_SWEEPS * sweepMs;
  const aheadMs = nowMs + AHEAD_MS;
  // The distance to the last POST is kept from now on. A new slot is given to each call that asks for one.
  for (const table of ['account', 'campaigns'])
    await tx.run(
      `UPDATE ${table}
       SET next_slot_ms = 0, last_post_ms = CASE WHEN last_post_ms > :aheadMs THEN :nowMs ELSE last_post_ms END
       WHERE next_slot_ms > :aheadMs OR last_post_ms > :aheadMs`,
      { nowMs, aheadMs },
    );
  await tx.run(`UPDATE calls SET slot_ms = NULL WHERE ${tx.sql.live()} AND slot_ms > :aheadMs`, {
    aheadMs,
  });
  // A wrap-up counts from the end of the call. An agent that was paused is idle from the end of its pause on.
  await tx.run(
    `UPDATE agents SET idle_since_ms = :nowMs, wrap_up_until_ms = 0
     WHERE idle_since_ms > :aheadMs AND idle_since_ms <> paused_until_ms`,
    { nowMs, aheadMs },
  );
  return { clockSet };
}
