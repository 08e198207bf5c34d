/** A call's path, on a real Temporal server against the simulated carrier. Each test has numbers of its own. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({
    carrier: {
      finalizedFirst: 0.5,
      duplicateWebhooks: 0.3,
      lateWebhooks: 0.2,
      lateMs: [1_000, 10_000],
    },
  });
  await world.addAgents(6);
});
afterAll(async () => world.stop());

const once = { max_attempts: 1, agent_unreached: { after: '1s' }, max_calls: 2 };
const postsTo = (number: string) =>
  world.facts('decision').filter((fact) => fact['destination'] === number);

test('every contact ends with the disposition, cost and recording that the carrier knows', async () => {
  const numbers = [101, 112, 123, 134, 145, 155, 166].map((end) => `+12025550${end}`);
  const id = await world.campaign(numbers, { redial: once });
  await world.untilState(id, 'completed');
  const calls = await world.calls(id);
  for (const call of calls) await world.untilCall(call.ref, { settlement: 'settled' });
  const ended = await world.calls(id);
  const byNumber = Object.fromEntries(ended.map((call) => [call.number, call.disposition]));
  expect(byNumber).toEqual({
    '+12025550101': 'agent-unreached',
    '+12025550112': 'customer-unreached',
    '+12025550123': 'customer-unreached',
    '+12025550134': 'dropped',
    '+12025550145': 'completed',
    '+12025550155': 'completed',
    '+12025550166': 'completed',
  });
  const billed = new Map(world.facts('billed').map((fact) => [fact['call'], fact['cost']]));
  for (const call of ended)
    expect(Number(call.cost)).toBe(Number(billed.get(call.carrier_call_id)));
  expect(new Set(world.facts('decision').map((fact) => fact['callback_url'])).size).toBe(
    world.facts('decision').length,
  );
});

test('a call knows when it was bridged from the carrier’s own events, and statistics equal the calls', async () => {
  const id = await world.campaign(['+12025550196', '+12025550186', '+12025550192'], {
    redial: once,
  });
  await world.untilState(id, 'completed');
  for (const { ref } of await world.calls(id))
    await world.untilCall(ref, { settlement: 'settled' });
  // Webhooks may be late, and then correct what a GET showed.
  await vi.waitFor(
    async () => {
      const calls = await world.calls(id);
      const talked = calls.filter(({ disposition }) => disposition === 'completed');
      expect(talked.length).toBeGreaterThan(0);
      for (const { time_sources: sources, talk_seconds: talk, redial } of talked) {
        expect(sources).toMatchObject({ bridged_at: { source: 'carrier' } });
        expect(talk).toBeGreaterThan(0);
        expect(redial).toMatchObject({ decision: 'final', rule: 'completed' });
      }
      const { total } = (await world.api('GET', `/v1/campaigns/${id}/stats?by=15m`)).body;
      const sum = (of: (call: (typeof calls)[number]) => number): number =>
        calls.reduce((all, call) => all + of(call), 0);
      expect(total.calls).toBe(calls.length);
      expect(total.bridged).toBe(talked.length);
      expect(total.talk_seconds).toBeCloseTo(
        sum((call) => call.talk_seconds ?? 0),
        6,
      );
      expect(Number(total.cost)).toBeCloseTo(
        sum((call) => Number(call.cost)),
        9,
      );
    },
    { timeout: 30_000, interval: 250 },
  );
});

test('a recording that was announced is stored byte for byte and can be played in ranges', async () => {
  const [ref] = await dial('+12025550185');
  await world.untilCall(ref, { recording: 'stored' });
  const call = await world.call(ref);
  const file = readFileSync(join(world.recordingsDir, `${ref}.mp3`));
  expect(createHash('sha256').update(file).digest('hex')).toBe(call.recording_sha256);
  const made = world.facts('recording').find((fact) => fact['call'] === call.carrier_call_id);
  expect(made?.['sha256']).toBe(call.recording_sha256);
  const part = await fetch(`${world.url()}/v1/calls/${ref}/recording`, {
    headers: { authorization: world.authorization, range: 'bytes=0-3' },
  });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(file.subarray(0, 4));
});

test('the workflow of a call shows its timeline: signals named as events, summaries, details, search', async () => {
  const [ref] = await dial('+12025550175');
  await world.untilClosed(ref);
  const handle = world.client.workflow.getHandle(`call.${ref}`);
  const { events } = await handle.fetchHistory();
  const summaries = events?.flatMap((event) => {
    const data = event.userMetadata?.summary?.data;
    return data ? [JSON.parse(Buffer.from(data).toString())] : [];
  });
  expect(summaries).toContain('placement 1: one POST at most');
  expect(summaries).toContain('until its end, or silence');
  const signals = events?.flatMap(
    (event) => event.workflowExecutionSignaledEventAttributes?.signalName ?? [],
  );
  expect(signals).toContain('click2call.bridged');
  const description = await handle.describe();
  expect(description.typedSearchAttributes.getAll()).toEqual(
    expect.arrayContaining([expect.objectContaining({ value: 'completed' })]),
  );
  expect(JSON.stringify(events)).not.toContain('2025550175');
});

test('a call by hand is dialled through the standing campaign', async () => {
  const placed = await world.api('POST', '/v1/calls', { number: '+12025550136' });
  expect(placed.status).toBe(202);
  await world.untilCall(placed.body.ref, { disposition: 'completed', settlement: 'settled' });
});

test('the call stack of a live call shows the step that waits', async () => {
  const [ref] = await dial('+12025550165');
  await world.untilCall(ref, { state: 'bridged' });
  const stack = await world.client.workflow.getHandle(`call.${ref}`).query<string>('__stack_trace');
  expect(stack).toMatch(/at untilEnd \(.*call-progress\.ts:/);
  await world.untilClosed(ref);
});

test('hanging up ends a live call properly', async () => {
  const [ref] = await dial('+12025550195');
  await world.untilCall(ref, { state: 'bridged' });
  expect((await world.api('POST', `/v1/calls/${ref}/hangup`)).status).toBe(202);
  await world.untilCall(ref, { state: 'ended', settlement: 'settled' });
  expect(world.facts('destroy')).toHaveLength(1);
});

test('the workflow of a call that was terminated by hand is healed without a second POST', async () => {
  const [ref] = await dial('+12025550105');
  await world.untilCall(ref, { state: 'bridged' });
  await world.client.workflow.getHandle(`call.${ref}`).terminate('by hand');
  await world.untilCall(ref, {
    disposition: 'completed',
    settlement: 'settled',
    recording: 'stored',
  });
  expect(postsTo('+12025550105')).toHaveLength(1);
});

describe('a campaign', () => {
  test('paused sends no POST, resumed goes on', async () => {
    const id = await world.campaign(['+12025550115', '+12025550125'], { redial: once });
    expect((await world.api('POST', `/v1/campaigns/${id}/pause`)).body.state).toBe('paused');
    const before = world.facts('decision').length;
    await expect.poll(async () => (await world.progress(id)).contacts.by_state.claimed).toBe(0);
    expect((await world.progress(id)).waiting_for).toMatchObject({ reason: 'resume' });
    const between = world.facts('decision').length;
    expect(between - before).toBeLessThanOrEqual(2);
    await world.api('POST', `/v1/campaigns/${id}/resume`);
    await world.untilState(id, 'completed');
  });

  test('cancelled ends every contact; nothing more can be done to it', async () => {
    const numbers = Array.from({ length: 9 }, (_, index) => `+4477009001${index}5`);
    const id = await world.campaign(numbers, { redial: once });
    await world.api('POST', `/v1/campaigns/${id}/cancel`);
    const again = await world.api('POST', `/v1/campaigns/${id}/start`);
    expect(again).toMatchObject({ status: 409, body: { code: 'illegal_move' } });
    await expect
      .poll(async () => (await world.progress(id)).contacts.by_state, { timeout: 20_000 })
      .toMatchObject({ due: 0, claimed: 0, final: 9 });
  });
});

/** One contact in a campaign of its own; the reference of its first call. */
async function dial(number: string): Promise<[ref: string, campaign: string]> {
  const id = await world.campaign([number], { redial: once });
  return [`${id}.1.1`, id];
}
