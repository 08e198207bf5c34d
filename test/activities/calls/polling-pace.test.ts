/** Many calls that are followed by GET alone share one pace. Minutes pass by a clock moved by hand. */
import { expect, test, vi } from 'vitest';
import { POLLS_AT_ONCE } from '../../../src/domain/calls/poll-pace.ts';
import { phone } from '../../store/contract/world.ts';
import { followedCall, MINUTE, showing } from './followed-call.ts';

vi.setConfig({ testTimeout: 30_000 });

const POLLED = { webhooks: false, pokedAtMs: null };
const CALLS = 40;
const POLLS_PER_SECOND = 2;

async function manyCalls(calls: number, pollsPerSecond = POLLS_PER_SECOND) {
  const on = await followedCall({ timing: { pollSpacingMs: 1_000 / pollsPerSecond } });
  const { world } = on;
  const ids = Array.from({ length: calls - 1 }, (_, n) => n + 100);
  await world.agents(...ids.map((n) => `b${n}`));
  await world.campaign('c2', ids.map(phone));
  const refs = await world.claim('c2', ids.length);
  for (const ref of refs) await world.live(ref);
  return { on, refs: [on.ref, ...refs] };
}

/** As the Temporal server would run them: each again when its pause is over. */
async function followAll(on: Awaited<ReturnType<typeof followedCall>>, refs: string[]) {
  const startedAtMs = on.world.nowMs;
  const due = new Map(refs.map((ref) => [ref, startedAtMs]));
  const said = new Set<string>();
  while (on.world.nowMs < startedAtMs + 2 * MINUTE) {
    const [ref, atMs] = [...due].reduce((first, each) => (each[1] < first[1] ? each : first));
    on.world.nowMs = Math.max(on.world.nowMs, atMs);
    const tried = await on.attempt('observeCall', { ref, ...POLLED }, 2);
    if (!('notYet' in tried)) throw new Error('ended');
    due.set(ref, on.world.nowMs + tried.pauseMs);
    said.add(tried.notYet);
  }
  return { said, seconds: (on.world.nowMs - startedAtMs) / 1_000 };
}

test('ringing calls whose webhooks are lost ask for no more GETs a second than the account allows', async () => {
  const { on, refs } = await manyCalls(CALLS);
  on.reply(showing('agent_ringing'));
  expect(refs).toHaveLength(CALLS);
  const { said, seconds } = await followAll(on, refs);
  expect(on.looksAtMs.length).toBeLessThanOrEqual((seconds + 1) * POLLS_PER_SECOND + 2);
  expect(on.looksAtMs.length).toBeGreaterThan(seconds * POLLS_PER_SECOND * 0.6);
  // A jitter of a tenth, as of every pause.
  expect([...said]).toContainEqual(
    expect.stringMatching(
      /^GET shows agent_ringing; next poll in (1[89]|2[012]) s, as 40 calls share the polls$/,
    ),
  );
});

test('calls with forged ends ask for no more GETs either, besides one for each forged webhook', async () => {
  const { on, refs } = await manyCalls(CALLS);
  on.reply(showing('bridged'));
  for (const ref of refs) {
    const key = { ref, placement: 1 };
    await on.world.store.appendEvent(on.world.event(key, 9, 'click2call.completed', `id-${ref}`));
  }
  const { seconds } = await followAll(on, refs);
  expect(on.looksAtMs.length).toBeLessThanOrEqual(CALLS + (seconds + 1) * POLLS_PER_SECOND + 2);
});

test('polls that fall due together do not wait in a worker for one another; ends that webhooks reported are polled', async () => {
  const { on, refs } = await manyCalls(CALLS, 100);
  const held: (() => void)[] = [];
  on.reply((request, response) => {
    held.push(() => showing('completed', '0.2')(request, response));
  });
  const last = refs.at(-1)!;
  const tried = Promise.all(
    refs.slice(0, -1).map((ref) => on.attempt('observeCall', { ref, ...POLLED }, 2)),
  );
  await expect.poll(() => held).toHaveLength(POLLS_AT_ONCE);
  const key = { ref: last, placement: 1 };
  const told = on.world.event(key, 1, 'click2call.completed', `id-${last}`);
  await on.world.store.appendEvent(told);
  const confirmed = on.attempt('confirmCall', last);
  await expect.poll(() => held).toHaveLength(POLLS_AT_ONCE + 1);
  held.forEach((answer) => answer());
  expect(await confirmed).toMatchObject({ answer: { disposition: 'completed' } });
  const crowded = (await tried).flatMap((each) => ('notYet' in each ? [each.notYet] : []));
  expect(crowded).toEqual(
    Array(CALLS - 1 - POLLS_AT_ONCE).fill('too many other polls are due at once'),
  );
});
