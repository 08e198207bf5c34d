import { describe, expect, test } from 'vitest';
import { markSign, webhookSign, type SeenPlacements } from '../../../src/domain/restore/restore.ts';
import type { CallRef } from '../../../src/domain/ids.ts';
import { onceKey, phone, type World } from './world.ts';

export function restoreRules(world: () => World): void {
  const sign = webhookSign({ ref: 'c1.1.1', placement: 1 });
  const found = () => world().store.noteRestore(sign, world().nowMs);
  const write = (ref: CallRef, seen: SeenPlacements) =>
    world().store.writeForgotten({ ref, seen }, world().nowMs);
  const release = (unexplained: number | null = null) =>
    world().store.releaseRestore({ unexplained, nowMs: world().nowMs });
  const stop = (stopped: boolean) =>
    world().store.setAccountStopped({ stopped, reason: null, nowMs: world().nowMs });
  const accepted = (placement: number, carrierCallId: string | null = 'id-of-the-carrier') => ({
    made: placement,
    open: { placement, carrierCallId },
  });

  describe('a database that is older than what has happened', () => {
    test('its high water grows with each placement, and counts the releases first', async () => {
      const { store } = world();
      expect(await store.highWater()).toEqual({ epoch: 1, placement: 0 });
      await world().oneLive();
      const { placement } = await store.highWater();
      expect(placement).toBeGreaterThan(0);
      await found();
      await store.noteRestoreRead(world().nowMs);
      await release();
      expect(await store.highWater()).toEqual({ epoch: 2, placement });
    });

    test('the account is stopped once, and only a release that knows what it does lets it go', async () => {
      const ref = await world().oneClaimed();
      expect(await found()).toBe(true);
      expect(await found()).toBe(false);
      expect((await world().store.account()).stopped?.reason).toContain('webhook of call c1.1.1');
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        admission: { reason: 'account-stopped' },
      });
      await expect(stop(false)).rejects.toThrow(/dialwright restore release/);
      await expect(release()).rejects.toThrow(/have not been read yet/);
      await world().store.noteRestoreRead(world().nowMs);
      expect((await release()).answer.stopped).toBeNull();
      expect(await world().store.restore()).toBeUndefined();
      await expect(release()).rejects.toThrow(/is not known to be older/);
    });

    test('everybody signs in anew, because what was ended since the copy would be valid again', async () => {
      const { store, nowMs } = world();
      const until = { expiresAtMs: nowMs + 9 };
      const user = { id: 'u1', name: 'ada', role: 'admin', agentId: null } as const;
      await store.createUser({ ...user, link: { digest: 'link', ...until }, nowMs }, onceKey('u1'));
      await store.noteSignIn({ id: 'u1', browser: 'b1', nowMs });
      await store.startSession({ digest: 's1', caller: 'u1', ...until, nowMs }, { who: 'ada' });
      await found();
      expect((await store.credentialsInUse()).sessions).toEqual([]);
      expect(await store.userOfLink('link', nowMs)).toBeUndefined();
      expect(await store.secretsOf({ id: 'u1' }, 'b1')).toMatchObject({ knowsBrowser: false });
    });

    test('the stop of a person stays over the release', async () => {
      await stop(true);
      await found();
      await world().store.noteRestoreRead(world().nowMs);
      expect((await release()).answer.stopped).toMatchObject({ reason: null });
      expect((await stop(false)).answer.stopped).toBeNull();
    });

    test('placements that nobody can explain must be named by whoever releases it', async () => {
      await world().oneClaimed();
      const own = { epoch: 1, placement: 41 };
      await world().store.noteRestore(markSign(own, { epoch: 1, placement: 43 }), world().nowMs);
      await world().store.noteRestoreRead(world().nowMs);
      await expect(release()).rejects.toThrow(/whom 2 placements have called/);
      await write('c1.1.1', accepted(1));
      expect(await world().store.restore()).toMatchObject({ unexplained: 1 });
      await expect(release(2)).rejects.toThrow(/whom 1 placements/);
      expect((await release(1)).answer.stopped).toBeNull();
    });

    test('while none is open, nothing is written', async () => {
      const ref = await world().oneClaimed();
      expect(await write(ref, accepted(1))).toBeUndefined();
      expect(await world().store.call(ref)).toMatchObject({ state: 'claimed' });
    });
  });

  describe('a call that a restored database has forgotten', () => {
    test('a call without a row is followed by the carrier’s id, and its contact is not dialled again', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      await found();
      expect(await write('c1.1.1', accepted(2))).toBe('followed');
      expect(await world().store.call('c1.1.1')).toMatchObject({
        state: 'accepted',
        carrierCallId: 'id-of-the-carrier',
        settlement: 'open',
      });
      expect(await world().contacts('c1')).toEqual({ claimed: 1 });
      expect(await world().intent({ ref: 'c1.1.1', placement: 3 })).toMatchObject({
        kind: 'recorded',
        placement: { placement: 2, state: 'accepted' },
      });
      expect(await write('c1.1.1', accepted(2))).toBeUndefined();
      await world().end('c1.1.1');
      expect(await world().contacts('c1')).toEqual({ final: 1 });
      expect(
        (await world().store.claim({ id: 'c1', limit: 1, nowMs: world().nowMs })).facts,
      ).toMatchObject({ liveCalls: 0 });
    });

    test('without the carrier’s id it is unknown, and a webhook can still name it', async () => {
      await world().campaign('c1', [phone(1)]);
      await found();
      expect(await write('c1.1.1', accepted(1, null))).toBe('unknown');
      expect(await world().store.call('c1.1.1')).toMatchObject({ state: 'unknown' });
      await world().receive({ ref: 'c1.1.1', placement: 1 }, 'agent_ringing');
      const key = { ref: 'c1.1.1', placement: 1 };
      expect(await world().store.carrierCallIdsSeen(key)).toEqual(['id-c1.1.1']);
    });

    test('a claim of the restored database that has ended as not dialled lives again', async () => {
      const ref = await world().oneClaimed();
      await found();
      await world().intent({ ref, placement: 1 });
      expect(await world().contacts('c1')).toEqual({ due: 1 });
      expect(await write(ref, accepted(1))).toBe('followed');
      expect(await world().contacts('c1')).toEqual({ claimed: 1 });
      expect(
        (await world().store.claim({ id: 'c1', limit: 1, nowMs: world().nowMs })).facts,
      ).toMatchObject({ liveCalls: 1 });
      expect(await world().onCall('a1')).toBeNull();
    });

    test('what was only refused or not sent is due again', async () => {
      await world().campaign('c1', [phone(1)]);
      await found();
      expect(await write('c1.1.1', { made: 2 })).toBe('not-dialled');
      expect(await world().store.call('c1.1.1')).toMatchObject({ disposition: 'not-dialled' });
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });

    test('attempts of one contact may be found in any order', async () => {
      await world().campaign('c1', [phone(1)]);
      await found();
      expect(await write('c1.1.2', accepted(1))).toBe('followed');
      expect(await write('c1.1.1', { made: 1 })).toBe('not-dialled');
      expect(await world().store.call('c1.1.1')).toMatchObject({ disposition: 'not-dialled' });
      expect(await world().contacts('c1')).toEqual({ claimed: 1 });
      await world().end('c1.1.2');
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('of a contact or campaign that is gone it is counted as lost, with the carrier’s id', async () => {
      await world().campaign('c1', [phone(1)]);
      await found();
      expect(await write('c1.2.1', accepted(1))).toBe('lost');
      expect(await write('c2.1.1', accepted(1, null))).toBe('lost');
      expect(await world().store.restore()).toMatchObject({
        calls: { lost: 2, followed: 0 },
        lost: [
          { ref: 'c1.2.1', carrierCallId: 'id-of-the-carrier' },
          { ref: 'c2.1.1', carrierCallId: null },
        ],
      });
    });

    test('a call whose placement it knows, or that ended after one, has nothing to write', async () => {
      const ref = await world().oneLive();
      await found();
      expect(await world().store.knownPlacements([ref, 'c9.9.9'])).toEqual(
        new Map([[ref, { made: 1, isOpen: true, isUnanswered: false }]]),
      );
      expect(await write(ref, accepted(2))).toBeUndefined();
    });

    test('the answer to a placement that it knows binds the carrier’s id, once', async () => {
      const ref = await world().oneClaimed();
      await world().intent({ ref, placement: 1 });
      await found();
      expect(await world().store.knownPlacements([ref])).toEqual(
        new Map([[ref, { made: 1, isOpen: true, isUnanswered: true }]]),
      );
      expect(await write(ref, accepted(1, null))).toBeUndefined();
      expect(await write(ref, accepted(1))).toBe('followed');
      expect(await world().store.call(ref)).toMatchObject({
        state: 'accepted',
        carrierCallId: 'id-of-the-carrier',
      });
      expect(await write(ref, accepted(1))).toBeUndefined();
      await world().end(ref);
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('a placement without an answer that was followed by another one was refused', async () => {
      const ref = await world().oneClaimed();
      await world().intent({ ref, placement: 1 });
      await found();
      expect(await write(ref, accepted(2))).toBe('followed');
      const placements = await world().store.placements(ref);
      expect(placements.map(({ state }) => state)).toEqual(['void', 'accepted']);
    });

    test('a call that a person has closed stays closed', async () => {
      const { ref } = await world().oneUnknown();
      await world().store.endUnknown(ref, 'silence', world().nowMs);
      const resolution = {
        disposition: 'not-dialled',
        reason: 'seen',
        cost: null,
        redial: true,
      } as const;
      await world().store.resolveCall({ ref, resolution, nowMs: world().nowMs });
      await found();
      expect(await write(ref, accepted(1))).toBeUndefined();
    });

    test('placements that only webhooks know are listed once', async () => {
      const ref = await world().oneClaimed();
      await world().receive({ ref, placement: 1 }, 'agent_ringing', 'bridged');
      await world().receive({ ref: 'c1.7.1', placement: 3 }, 'completed');
      expect(await world().store.placementsInInboxOnly()).toEqual([
        { ref, placement: 1 },
        { ref: 'c1.7.1', placement: 3 },
      ]);
    });
  });
}
