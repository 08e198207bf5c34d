/** Ends of calls that live, on their genuine URLs, by whoever has seen these. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, type Chance } from './chance.ts';
import { readLedger, type LedgerLine } from './verdict.ts';
import type { World } from './world.ts';

const EVERY_MS = 150;
const ENDS = ['completed', 'failed'];

interface LiveCall {
  id: string;
  url: string;
  seq: number;
}

/** One end for each live call, again and again, until `isOver`. */
export async function forgeEnds(
  world: World,
  seed: number,
  isOver: () => boolean,
): Promise<string | undefined> {
  const { schedule, client, serverUrl } = world;
  const chance = chanceOf(schedule.seed, schedule.index, 'forge', seed);
  let taken = 0;
  while (!isOver()) {
    for (const call of liveCalls(readLedger(world.folder))) {
      const path = new URL(call.url).pathname;
      const answer = await fetch(serverUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: forgedEnd(call, chance),
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined);
      client.note({ fact: 'intruded', token: 'right', path, status: answer?.status ?? null });
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 204) {
        taken += 1;
        if (!world.forged.has(call.id)) world.forged.set(call.id, Date.now());
      }
    }
    await sleep(EVERY_MS);
  }
  return taken > 0 ? `${taken} forged ends taken` : undefined;
}

/**
 * Of the same place in the order as an event that will come, or far behind; with the call's id, or with none. Never the first event,
 * which would be believed to say that no phone rang (docs/evidence/known-limits.md) where all genuine ones are lost.
 */
function forgedEnd({ id, seq }: LiveCall, chance: Chance): string {
  const end = chance.pick(ENDS);
  const event_seq = Math.max(1, seq) + chance.pick([1, 2, 3, 100]);
  const data = { ...(chance.happens(0.7) ? { id } : {}), status: end, cost: '0' };
  const occurred_at = new Date().toISOString();
  return JSON.stringify({ event: `click2call.${end}`, occurred_at, event_seq, data });
}

function liveCalls(ledger: LedgerLine[]): LiveCall[] {
  const live = new Map<string, LiveCall>();
  for (const line of ledger) {
    if (line['fact'] === 'decision' && line['placed']) {
      const { call: id } = line['placed'] as { call: string };
      const url = line['callback_url'];
      if (typeof url === 'string') live.set(id, { id, url, seq: 0 });
    }
    if (line['fact'] !== 'transition') continue;
    const call = live.get(String(line['call']));
    if (call) call.seq = Number(line['seq']);
    if (ENDS.includes(String(line['state']))) live.delete(String(line['call']));
  }
  return [...live.values()];
}
