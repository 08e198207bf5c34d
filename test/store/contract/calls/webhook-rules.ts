import { describe, expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../../src/carrier/http/profile.ts';
import { timingFor } from '../../../../src/domain/timing.ts';
import { heartbeatAt, phone, UNREACHED, type World } from '../world.ts';

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
    world().store.noteIngressHeartbeat({ ...heartbeatAt(world().nowMs, 15_000), span });
  const listenBeside = (span?: number) =>
    world().store.noteIngressHeartbeat({
      ...heartbeatAt(world().nowMs, 15_000, 'web-2:8080'),
      span,
    });

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
      seen: { kind: 'shown', state: 'bridged', recorded: false, cost: null, unreadableCost: null },
      text: 'GET shows bridged',
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
      await listenBeside();
      expect(await silent()).toEqual([]);
    });
  });

  describe('one of two ingress processes is missing', () => {
    /** The first one beats until now and is killed; the second one goes on. */
    async function killOne(): Promise<{ ref: string; beside: number }> {
      await listen();
      let beside = await listenBeside();
      const [ref] = await liveCalls(1);
      await world().receive({ ref: ref!, placement: 1 }, 'agent_ringing', 'bridged');
      for (let ms = 0; ms <= 15_000; ms += 5_000) {
        world().later(5_000);
        beside = await listenBeside(beside);
      }
      return { ref: ref!, beside };
    }

    test('that is seen although the other one runs, and live calls poll once', async () => {
      const { ref, beside } = await killOne();
      const { ingressDown, ingresses } = await health();
      expect(ingressDown).toBe(false);
      expect(ingresses).toMatchObject([
        { name: 'web-1:8080', isUp: false },
        { name: 'web-2:8080', isUp: true },
      ]);
      expect(await silent()).toEqual([ref]);
      world().later(5_000);
      await listenBeside(beside);
      expect(await silent()).toEqual([]);
    });

    test('when it is back, live calls poll once more', async () => {
      const { ref } = await killOne();
      await silent();
      await listen();
      expect((await health()).ingresses.map(({ isUp }) => isUp)).toEqual([true, true]);
      expect(await silent()).toEqual([ref]);
    });

    test('one that was stopped is not missing', async () => {
      const span = await listen();
      let beside = await listenBeside();
      await world().store.noteIngressStopped(span, world().nowMs);
      for (let ms = 0; ms <= 15_000; ms += 5_000) {
        world().later(5_000);
        beside = await listenBeside(beside);
      }
      expect((await health()).ingresses).toMatchObject([{ name: 'web-2:8080', isUp: true }]);
    });

    test('one that does not come back is forgotten after five minutes', async () => {
      let { beside } = await killOne();
      for (let ms = 0; ms <= 300_000; ms += 5_000) {
        world().later(5_000);
        beside = await listenBeside(beside);
      }
      expect((await health()).ingresses).toMatchObject([{ name: 'web-2:8080', isUp: true }]);
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
