/** What comes to the ingress from others than the carrier, each time with what was answered, for the checker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { oddBody } from '../faults/odd-bodies.ts';
import type { World } from '../faults/world.ts';
import { readLedger } from './checking.ts';
import type { Line } from './scenario.ts';

export interface AcceptedCall {
  id: string;
  /** Path of its callback URL. */
  path: string;
  /** What the carrier answered to its POST. */
  answer: string;
}

const LOOK_EVERY_MS = 40;

/** Calls `visit` for every call the carrier accepts, once and at once, for so long. */
export async function eachAccepted(
  world: World,
  forMs: number,
  visit: (call: AcceptedCall, before: AcceptedCall[]) => Promise<void>,
): Promise<void> {
  const known: AcceptedCall[] = [];
  for (const untilMs = Date.now() + forMs; Date.now() < untilMs; await sleep(LOOK_EVERY_MS)) {
    for (const call of acceptedIn(readLedger(world.folder)).slice(known.length)) {
      await visit(call, [...known]);
      known.push(call);
    }
  }
}

/** A body on a genuine URL, or on one whose token was guessed. */
export async function send(
  world: World,
  { path, token }: { path: string; token: 'right' | 'guessed' },
  body: Buffer | string,
): Promise<void> {
  const sent = token === 'right' ? path : path.replace(/[^/]+$/, 'AAAAAAAAAAAAAAAAAAAAAA');
  const answer = await fetch(hookOrigin(world) + sent, { method: 'POST', body }).catch(
    () => undefined,
  );
  world.client.note({ fact: 'intruded', token, path: sent, status: answer?.status ?? null });
}

/** In the words of a webhook, but said by nobody of the carrier. */
export const forged = (id: string, event: string, seq: number, more: object = {}): string =>
  JSON.stringify({
    event: `click2call.${event}`,
    occurred_at: new Date().toISOString(),
    event_seq: seq,
    data: { id, cost: null, ...more },
  });

/** All that somebody can try who has seen one callback URL and its call's id, and guesses others. */
export async function intrude(world: World): Promise<void> {
  let nth = 0;
  await eachAccepted(world, 6_000, async ({ id, path }) => {
    const right = { path, token: 'right' } as const;
    await send(world, right, oddBody(nth++));
    await send(world, right, forged(id, 'completed', 100));
    await send(world, right, forged(id, 'finalized', 101, { cost: 99.99 }));
    await send(world, { path, token: 'guessed' }, forged(id, 'failed', 77));
  });
}

/** On the URL of a call whose answer was lost: the id of another one, which is known. */
export async function crossIds(world: World): Promise<void> {
  await eachAccepted(world, 8_000, async ({ path, answer }, before) => {
    const other = before.findLast((one) => one.answer === 'sent');
    if (answer === 'sent' || !other) return;
    await send(world, { path, token: 'right' }, forged(other.id, 'agent_ringing', 1));
  });
}

function acceptedIn(ledger: Line[]): AcceptedCall[] {
  return ledger.flatMap((line) => {
    const placed = line['placed'] as { call: string } | null | undefined;
    const url = line['callback_url'];
    if (!placed || typeof url !== 'string') return [];
    return [{ id: placed.call, path: new URL(url).pathname, answer: String(line['answer']) }];
  });
}

// The carrier was told where webhooks to our public origin go.
function hookOrigin({ folder }: World): string {
  const run = readLedger(folder).find((line) => line['fact'] === 'run')!;
  const { deliver } = run['options'] as { deliver: { target: string }[] };
  return deliver[0]!.target;
}
