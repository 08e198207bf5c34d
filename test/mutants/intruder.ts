/** What comes to the ingress from others than the carrier, each time with what was answered, for the checker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { oddBody } from '../faults/odd-bodies.ts';
import type { World } from '../faults/world.ts';
import { readLedger, type LedgerLine } from '../faults/verdict.ts';

interface AcceptedCall {
  id: string;
  /** Path of its callback URL. */
  path: string;
  /** What the carrier answered to its POST. */
  answer: string;
}

const LOOK_EVERY_MS = 40;
/** For the genuine bill to be read first. */
const AFTER_THE_BILL_MS = 300;

/** Calls `visit` for everything new that `find` finds in the ledger, for so long. How often something was sent. */
async function eachNew<Item>(
  { folder }: World,
  { forMs, find }: { forMs: number; find: (ledger: LedgerLine[]) => Item[] },
  visit: (item: Item, before: Item[]) => Promise<number>,
): Promise<number> {
  let sent = 0;
  const known: Item[] = [];
  for (const untilMs = Date.now() + forMs; Date.now() < untilMs; await sleep(LOOK_EVERY_MS)) {
    for (const item of find(readLedger(folder)).slice(known.length)) {
      sent += await visit(item, [...known]);
      known.push(item);
    }
  }
  return sent;
}

/** A body on a genuine URL, or on one whose token was guessed. */
async function send(
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

/** A webhook in form, but forged. */
const forged = (id: string, event: string, seq: number, more: object = {}): string =>
  JSON.stringify({
    event: `click2call.${event}`,
    occurred_at: new Date().toISOString(),
    event_seq: seq,
    data: { id, cost: null, ...more },
  });

/** All that somebody can try who has seen one callback URL and its call's id, and guesses others. */
export async function intrude(world: World): Promise<number> {
  let nth = 0;
  const whileLive = eachNew(world, { forMs: 8_000, find: acceptedIn }, async ({ id, path }) => {
    const right = { path, token: 'right' } as const;
    await send(world, right, oddBody(nth++));
    await send(world, right, forged(id, 'completed', 100));
    await send(world, { path, token: 'guessed' }, forged(id, 'failed', 77));
    return 3;
  });
  const onceBilled = eachNew(world, { forMs: 8_000, find: billedIn }, async ({ id, path }) => {
    // This name is unknown, so no poll follows, and a wrong cost would stay.
    await sleep(AFTER_THE_BILL_MS);
    await send(world, { path, token: 'right' }, forged(id, 'priced', 101, { cost: 99.99 }));
    return 1;
  });
  const sent = await Promise.all([whileLive, onceBilled]);
  return Math.min(...sent);
}

/** On the URL of a call whose answer was lost: the id of another one, which is known. */
export function crossIds(world: World): Promise<number> {
  return eachNew(world, { forMs: 8_000, find: acceptedIn }, async ({ path, answer }, before) => {
    const other = before.findLast((one) => one.answer === 'sent');
    if (answer === 'sent' || !other) return 0;
    await send(world, { path, token: 'right' }, forged(other.id, 'agent_ringing', 1));
    return 1;
  });
}

function billedIn(ledger: LedgerLine[]): AcceptedCall[] {
  const calls = new Map(acceptedIn(ledger).map((call) => [call.id, call]));
  return ledger
    .filter((line) => line['fact'] === 'billed')
    .map((line) => calls.get(String(line['call'])))
    .filter((call) => call !== undefined);
}

function acceptedIn(ledger: LedgerLine[]): AcceptedCall[] {
  return ledger.flatMap((line) => {
    const placed = line['placed'] as { call: string } | null | undefined;
    const url = line['callback_url'];
    if (!placed || typeof url !== 'string') return [];
    return [{ id: placed.call, path: new URL(url).pathname, answer: String(line['answer']) }];
  });
}

// The carrier is configured with where webhooks to our public origin go.
function hookOrigin({ folder }: World): string {
  const run = readLedger(folder).find((line) => line['fact'] === 'run')!;
  const { deliver } = run['options'] as { deliver: { target: string }[] };
  return deliver[0]!.target;
}
