import { describe, expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../../src/carrier/http/profile.ts';
import { timingFor } from '../../../../src/domain/timing.ts';
import { phone, UNREACHED, type World } from '../world.ts';

const timing = timingFor(DEFAULT_CARRIER_PROFILE.timing);
const AGAIN_MS = 300_000;

export function webhookRules(world: () => World): void {
  const health = () => world().store.webhooks(world().nowMs);
  const silent = () =>
    world().store.takeSilentCalls({
      nowMs: world().nowMs,
      timing,
      againAfterMs: AGAIN_MS,
      limit: 10,
    });
  const listen = (span?: number) =>
    world().store.noteIngressHeartbeat({ span, nowMs: world().nowMs, gapMs: 15_000 });

  async function liveCalls(count: number): Promise<string[]> {
    const numbers = Array.from({ length: count }, (_, index) => phone(index + 1));
    await world().agents(...numbers.map((_, index) => `a${index + 1}`));
    await world().campaign('c1', numbers);
    const refs = await world().claim('c1', count);
    for (const ref of refs) await world().live(ref);
    return refs;
  }

  const seenBridged = (ref: string) =>
    world().store.notePoll(ref, {
      seen: { kind: 'shown', state: 'bridged', recorded: false },
      text: 'GET shows bridged',
      unreadableCost: null,
      random: 0,
      timing,
      nowMs: world().nowMs,
    });

  describe('the health of webhooks', () => {
    test('is unproven at first, and healthy from the first webhook', async () => {
      expect(await health()).toMatchObject({
        state: 'unproven',
        webhookAtMs: null,
        ingressDown: false,
      });
      const ref = await world().oneLive();
      await world().receive({ ref, placement: 1 }, 'agent_ringing');
      expect(await health()).toMatchObject({ state: 'healthy', webhookAtMs: expect.any(Number) });
    });

    test('falls with calls that ended without webhooks, is audited, and makes live calls poll once', async () => {
      const refs = await liveCalls(5);
      for (const ref of refs.slice(0, 3))
        await world().end(ref, { ...UNREACHED, webhookReceived: false });
      expect(await health()).toMatchObject({ state: 'lost' });
      const audited = await world().store.audit({}, { limit: 50 });
      expect(audited.items.map(({ what }) => what)).toContain('webhooks.lost');
      expect(await silent()).toEqual(refs.slice(3));
      expect(await silent()).toEqual([]);
    });

    test('falling, it makes no call poll that polls already', async () => {
      const refs = await liveCalls(5);
      await seenBridged(refs[3]!);
      for (const ref of refs.slice(0, 3))
        await world().end(ref, { ...UNREACHED, webhookReceived: false });
      expect(await silent()).toEqual(refs.slice(4));
    });

    test('does not count calls whose end GET has not shown', async () => {
      for (const ref of await liveCalls(4))
        await world().end(ref, { ...UNREACHED, webhookReceived: null });
      expect(await health()).toMatchObject({ state: 'unproven', recent: [] });
    });
  });

  describe('what was missed while no ingress listened', () => {
    test('is polled once when the ingress is up again', async () => {
      const span = await listen();
      const [ref] = await liveCalls(1);
      await world().receive({ ref: ref!, placement: 1 }, 'agent_ringing', 'bridged');
      world().later(5_000);
      await listen(span);
      expect(await silent()).toEqual([]);
      world().later(60_000);
      expect(await health()).toMatchObject({ ingressDown: true });
      await listen();
      expect(await health()).toMatchObject({ ingressDown: false });
      expect(await silent()).toEqual([ref]);
      expect(await silent()).toEqual([]);
    });

    test('is polled again only when there was no poll', async () => {
      await listen();
      const [looked, forgotten] = await liveCalls(2);
      world().later(60_000);
      await listen();
      expect(await silent()).toHaveLength(2);
      await seenBridged(looked!);
      world().later(AGAIN_MS);
      expect(await silent()).toEqual([forgotten]);
    });

    test('a second ingress beside the first is no return', async () => {
      await listen();
      const [ref] = await liveCalls(1);
      await world().receive({ ref: ref!, placement: 1 }, 'agent_ringing');
      world().later(5_000);
      await listen();
      expect(await silent()).toEqual([]);
    });
  });

  test('calls that share the pace of GETs: live ones that were polled, and ended ones without a cost', async () => {
    const [one, two, three] = await liveCalls(4);
    for (const ref of [one, two, three]) await seenBridged(ref!);
    expect(await world().store.polledCalls()).toEqual({ live: 3, unsettled: 0 });
    await world().end(two!);
    await world().end(three!, { cost: '0.1' });
    expect(await world().store.polledCalls()).toEqual({ live: 1, unsettled: 1 });
    await world().store.settleCall(two!, '0.2', world().nowMs);
    expect(await world().store.polledCalls()).toEqual({ live: 1, unsettled: 0 });
  });
}
