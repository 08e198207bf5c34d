import { describe, expect, test } from 'vitest';
import { askConsent } from '../../../../src/domain/contacts/consent.ts';
import {
  CONSENTS_PER_BATCH,
  MOST_CONSENTS,
  type NewConsent,
} from '../../../../src/store/campaigns/consent-store.ts';
import type { ConsentKind } from '../../../../src/domain/rules/consent-kinds.ts';
import { onceKey, phone, refusalOf, type World } from '../world.ts';

const NEEDED = { consent: { needed: 'prior-consent', purpose: 'offers' } } as const;

export function consentRules(world: () => World): void {
  const event = (n: number, kind: ConsentKind, more: Partial<NewConsent> = {}): NewConsent => ({
    number: phone(n),
    kind,
    purpose: null,
    atMs: world().nowMs,
    expiresAtMs: null,
    source: null,
    textVersion: null,
    proof: null,
    ...more,
  });
  const record = async (...consents: NewConsent[]) =>
    (await world().store.recordConsents({ consents, nowMs: world().nowMs })).answer;
  const contacts = async () => {
    const page = await world().store.contacts({ campaignId: 'c1', filter: {} }, { limit: 10 });
    return page.items.map(({ state, dueReason }) => dueReason ?? state);
  };
  const planned = async () =>
    (
      await world().store.plannedContacts({
        id: 'c1',
        afterPosition: 0,
        limit: 10,
        nowMs: world().nowMs,
      })
    ).map(({ consents }) => askConsent(NEEDED.consent, consents, world().nowMs).allowed);

  describe('a campaign that needs a consent', () => {
    test('calls whom something allows, and gives up whom nothing does, at the claim', async () => {
      const hourMs = 3_600_000;
      await world().agents('a1', 'a2', 'a3', 'a4', 'a5');
      await record(
        event(1, 'granted', { purpose: 'offers' }),
        event(3, 'granted', { purpose: 'service' }),
        event(4, 'granted', { expiresAtMs: world().nowMs + hourMs }),
        event(5, 'granted'),
        event(5, 'objected', { atMs: world().nowMs + 1 }),
        event(6, 'contract'),
      );
      world().later(hourMs);
      await world().campaign('c1', [1, 2, 3, 4, 5, 6].map(phone), NEEDED);
      expect(await planned()).toEqual([true, false, false, false, false, false]);
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
      const left = Array.from({ length: 5 }, () => 'no-consent');
      expect(await contacts()).toEqual(['claimed', ...left]);
    });

    test('does not send the POST of a claimed call once the person has objected', async () => {
      await world().agents('a1');
      await record(event(1, 'granted'));
      await world().campaign('c1', [phone(1)], NEEDED);
      const [ref] = await world().claim('c1');
      await record(event(1, 'revoked'));
      expect(await world().intent({ ref: ref!, placement: 1 })).toMatchObject({
        kind: 'admission',
        admission: { kind: 'no', reason: 'no-consent', dueAtMs: null },
      });
      expect(await contacts()).toEqual(['no-consent']);
    });

    test('asks by the rules in force, also for a call that was claimed before', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      const [ref] = await world().claim('c1');
      await world().store.editCampaign({
        id: 'c1',
        change: (known) => ({ ...known, policy: { ...known.policy, ...NEEDED } }),
        nowMs: world().nowMs,
      });
      expect(await world().intent({ ref: ref!, placement: 1 })).toMatchObject({
        admission: { reason: 'no-consent' },
      });
    });

    test('keeps in its decision what allowed the call', async () => {
      await world().agents('a1');
      const atMs = world().nowMs - 5_000;
      await record(event(1, 'granted', { atMs }), event(1, 'inquiry'));
      await world().campaign('c1', [phone(1)], NEEDED);
      const [ref] = await world().claim('c1');
      await world().placing(ref!);
      const { decisions } = await world().store.decisions(ref!);
      expect(decisions[0]?.decision?.consent).toEqual({
        ...NEEDED.consent,
        recorded: 2,
        by: { kind: 'granted', at: new Date(atMs).toISOString(), expires_at: null },
      });
    });
  });

  describe('events of consent', () => {
    test('are recorded once each, in batches of any number, the newest first', async () => {
      const events = Array.from({ length: CONSENTS_PER_BATCH + 20 }, (_, n) => event(n, 'granted'));
      expect(await record(...events, events[0]!)).toEqual({ recorded: events.length, known: 1 });
      expect(await record(...events)).toEqual({ recorded: 0, known: events.length });
      world().later(1_000);
      await record(event(1, 'revoked', { source: 'call' }));
      expect(await world().store.consentsOf(phone(1))).toMatchObject([
        { kind: 'revoked', source: 'call' },
        { kind: 'granted' },
      ]);
    });

    test('more of one number than a person says are refused, and none of them is kept', async () => {
      const events = Array.from({ length: MOST_CONSENTS + 1 }, (_, n) =>
        event(1, 'granted', { atMs: world().nowMs - n }),
      );
      await record(...events.slice(0, CONSENTS_PER_BATCH));
      expect(await refusalOf(record(events.at(-1)!))).toMatchObject({ code: 'too-many-consents' });
      expect(await world().store.consentsOf(phone(1))).toHaveLength(MOST_CONSENTS);
    });

    test('of an erased person are kept without number and origin; an objection holds again for an allowed number', async () => {
      const { store } = world();
      await record(event(1, 'objected', { source: 'Quilla at the fair', proof: 'quilla.pdf' }));
      await store.beginErasure(
        { id: 'e1', subject: { number: phone(1) }, nowMs: world().nowMs },
        onceKey('erase'),
      );
      while (await store.continueErasure(world().later(2_000)));
      await record(event(1, 'granted', { source: 'Quilla again', atMs: 1 }));
      const kept = JSON.stringify(await world().dump());
      for (const text of ['uilla', phone(1).slice(1)]) expect(kept).not.toContain(text);
      expect(await store.consentsOf(phone(1))).toEqual([]);
      await store.allowErasedNumber({ number: phone(1), nowMs: world().nowMs }, onceKey('allow'));
      expect(await store.consentsOf(phone(1))).toMatchObject([
        { kind: 'objected', source: null, proof: null },
        { kind: 'granted', source: null },
      ]);
    });
  });
}
