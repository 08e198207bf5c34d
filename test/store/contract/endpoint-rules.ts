import { describe, expect, test } from 'vitest';
import type {
  DeliveryVerdict,
  WebhookAnswer,
} from '../../../src/domain/events/webhook-delivery.ts';
import { DELIVERIES_KEPT, MOST_ENDPOINTS } from '../../../src/store/events/endpoint-store.ts';
import type { OutboxEvent } from '../../../src/store/events/event-store.ts';
import { onceKey, phone, refusalOf, type World } from './world.ts';

const OK: WebhookAnswer = { status: 204, error: null, retryAfterMs: null, durationMs: 5 };
const DELIVERED: DeliveryVerdict = { kind: 'delivered' };
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

export function endpointRules(world: () => World): void {
  const add = (id = 'we1', more: { types?: readonly string[] } = {}) =>
    world().store.addEndpoint({
      id,
      url: `https://crm.example.com/${id}?token=hidden`,
      description: 'CRM',
      types: null,
      secret: SECRET,
      nowMs: world().nowMs,
      ...more,
    });
  const lease = async (id = 'we1') => (await world().store.leaseEndpoint(id))!;
  const work = (id: string, held: number) =>
    world().store.endpointWork({ id, lease: held, nowMs: world().nowMs });
  const outbox = async (): Promise<OutboxEvent[]> =>
    (await world().store.outbox({ order: 'asc' }, { limit: 100 })).items;
  const note = (
    held: number,
    event: OutboxEvent,
    verdict: DeliveryVerdict = DELIVERED,
    kind: 'event' | 'replay' = 'event',
  ) =>
    world().store.noteDelivery({
      id: 'we1',
      lease: held,
      kind,
      event,
      answer: verdict.kind === 'delivered' ? OK : { ...OK, status: 500 },
      verdict,
      nowMs: world().nowMs,
    });
  const retry = (): DeliveryVerdict => ({
    kind: 'retry',
    atMs: world().nowMs + 5_000,
    tries: 1,
    sinceMs: world().nowMs,
    reason: 'HTTP 500',
  });

  describe('a webhook endpoint', () => {
    test('gets events from its creation on; what was sent moves its position', async () => {
      await world().campaign('c1', [phone(1)]);
      const before = (await outbox()).at(-1)!.serial;
      expect((await add()).answer).toMatchObject({ state: 'enabled', position: before });
      await world().move('c1', 'pause');
      const event = (await outbox()).at(-1)!;
      const held = await lease();
      expect(await work('we1', held)).toMatchObject({
        kind: 'open',
        access: { url: 'https://crm.example.com/we1?token=hidden', secrets: [SECRET] },
        position: before,
      });
      expect(await note(held, event)).toBe(true);
      expect(await world().store.endpoint('we1')).toMatchObject({ position: event.serial });
    });

    test('has one delivery at a time: a new lease ends the one before, which moves nothing', async () => {
      await add();
      await world().campaign('c1', [phone(1)]);
      const [event] = await outbox();
      const old = await lease();
      const held = await lease();
      expect(await work('we1', old)).toEqual({ kind: 'over' });
      expect(await note(old, event!)).toBe(false);
      expect(await note(held, event!)).toBe(true);
    });

    test('that is edited ends the delivery under way, which has the old URL and types', async () => {
      await add();
      await world().campaign('c1', [phone(1)]);
      const [event] = await outbox();
      const held = await lease();
      const change = () => ({ url: 'https://new.example.com/h', description: 'CRM', types: null });
      await world().store.editEndpoint({ id: 'we1', change, nowMs: world().nowMs });
      expect(await note(held, event!)).toBe(false);
      expect(await note(await lease(), event!)).toBe(true);
    });

    test('waits after a failure, until then or until it is enabled again or has another URL', async () => {
      await add();
      await world().campaign('c1', [phone(1)]);
      const [event] = await outbox();
      const held = await lease();
      await note(held, event!, retry());
      expect(await work('we1', held)).toMatchObject({ kind: 'wait', reason: 'HTTP 500' });
      expect((await world().store.endpoint('we1')).failing).toMatchObject({ tries: 1 });
      await world().store.setEndpointState({ id: 'we1', state: 'enabled', nowMs: world().nowMs });
      expect(await work('we1', held)).toMatchObject({ kind: 'open', failures: { tries: 0 } });
      await note(held, event!, retry());
      world().later(5_000);
      expect(await work('we1', held)).toMatchObject({ kind: 'open', failures: { tries: 1 } });
      const change = (known: object) => ({ ...known, url: 'https://other.example.com/' }) as never;
      await world().store.editEndpoint({ id: 'we1', change, nowMs: world().nowMs });
      expect((await world().store.endpoint('we1')).failing).toBeNull();
    });

    test('that is given up is disabled with its reason and an alert, until somebody enables it', async () => {
      await add();
      await world().campaign('c1', [phone(1)]);
      const [event] = await outbox();
      const held = await lease();
      const verdict = { kind: 'disable', reason: 'the endpoint answered 410 Gone' } as const;
      expect(await note(held, event!, verdict)).toBe(false);
      expect(await work('we1', held)).toEqual({ kind: 'over' });
      expect(await world().store.enabledEndpoints()).toEqual([]);
      expect(await world().store.endpoint('we1')).toMatchObject({
        state: 'disabled',
        disabledReason: 'the endpoint answered 410 Gone',
        position: 0,
      });
      expect(await world().store.alerts()).toMatchObject([
        { kind: 'webhook-endpoint', subject: 'webhook-endpoints/we1' },
      ]);
      await world().store.setEndpointState({ id: 'we1', state: 'enabled', nowMs: world().nowMs });
      expect(await world().store.alerts()).toEqual([]);
      expect(await world().store.enabledEndpoints()).toEqual(['we1']);
    });

    test('keeps its unsent events from being deleted, unless it is disabled', async () => {
      await add();
      await world().campaign('c1', [phone(1)]);
      const [first] = await outbox();
      const prune = () => world().store.pruneOutbox({ olderThanMs: Number.MAX_SAFE_INTEGER });
      expect(await prune()).toBe(0);
      await note(await lease(), first!);
      expect(await prune()).toBe(1);
      await world().store.setEndpointState({ id: 'we1', state: 'disabled', nowMs: world().nowMs });
      expect(await prune()).toBeGreaterThan(0);
    });

    test('a rotated secret signs beside the new one until it expires', async () => {
      await add();
      const { nowMs } = world();
      const input = { id: 'we1', secret: OTHER, oldUntilMs: nowMs + 1_000, nowMs };
      await world().store.rotateSecret(input, onceKey('k1'));
      const secrets = async () =>
        (await world().store.endpointAccess('we1', world().nowMs))!.secrets;
      expect(await secrets()).toEqual([OTHER, SECRET]);
      world().later(1_000);
      expect(await secrets()).toEqual([OTHER]);
    });

    test('no secret and no path of a URL is in the audit, in answers, or in the export', async () => {
      await add();
      const { nowMs } = world();
      const input = { id: 'we1', secret: OTHER, oldUntilMs: nowMs + 1_000, nowMs };
      const rotated = await world().store.rotateSecret(input, onceKey('k1'));
      await world().store.removeEndpoint({ id: 'we1', nowMs });
      const audit = await world().store.audit({}, { limit: 100 });
      const lines: unknown[] = [];
      for await (const line of world().store.export()) lines.push(line);
      const text = JSON.stringify([audit, lines]);
      expect(text).not.toMatch(/whsec_|hidden/);
      expect(JSON.stringify(rotated)).not.toContain('whsec_');
      expect(audit.items.map(({ what }) => what)).toEqual([
        'webhook-endpoint.removed',
        'webhook-endpoint.rotated',
        'webhook-endpoint.added',
      ]);
    });

    test('a replay sends a span again and ends; new events keep their place', async () => {
      await add();
      await world().campaign('c1', [phone(1)]);
      await world().move('c1', 'pause');
      const events = await outbox();
      const held = await lease();
      for (const event of events) await note(held, event);
      const [first, second] = events;
      const replay = (from: number, to?: number) =>
        world().store.replayEvents({ id: 'we1', from, to, nowMs: world().nowMs });
      await replay(first!.serial, second!.serial);
      expect((await refusalOf(replay(1))).code).toBe('being-replayed');
      expect((await world().store.endpoint('we1')).replay).toEqual({
        position: first!.serial - 1,
        to: second!.serial,
      });
      await note(held, first!, DELIVERED, 'replay');
      await note(held, second!, DELIVERED, 'replay');
      expect(await world().store.endpoint('we1')).toMatchObject({
        replay: null,
        position: events.at(-1)!.serial,
      });
      await world().store.pruneOutbox({ olderThanMs: Number.MAX_SAFE_INTEGER });
      expect((await refusalOf(replay(1))).code).toBe('events-lost');
    });

    test('the newest requests are kept, and a test is one of them', async () => {
      await add();
      await world().campaign('c1', [phone(1)]);
      const [event] = await outbox();
      const held = await lease();
      for (let n = 0; n < DELIVERIES_KEPT + 5; n++) await note(held, event!);
      await world().store.noteTest({ id: 'we1', answer: OK, nowMs: world().nowMs });
      const shown: string[] = [];
      let after: string | undefined;
      do {
        const page = await world().store.deliveries('we1', { limit: 150, after });
        shown.push(...page.items.map(({ kind }) => kind));
        after = page.next;
      } while (after !== undefined);
      expect(shown).toHaveLength(DELIVERIES_KEPT);
      expect(shown[0]).toBe('test');
    });

    test('there are few of them, and one that is deleted is gone', async () => {
      for (let n = 0; n < MOST_ENDPOINTS; n++) await add(`we${n}`);
      expect((await refusalOf(add('more'))).code).toBe('too-many-endpoints');
      await world().store.removeEndpoint({ id: 'we0', nowMs: world().nowMs });
      expect(await world().store.leaseEndpoint('we0')).toBeUndefined();
      await add('more');
      expect((await refusalOf(world().store.endpoint('we0'))).code).toBe('not-found');
    });
  });
}
