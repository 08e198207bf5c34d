import { describe, expect, test } from 'vitest';
import {
  MOST_REPORT_ATTEMPTS,
  REPORT_KEPT_MS,
  REPORT_LEASE_MS,
} from '../../../src/store/statistics/report-job-store.ts';
import { onceKey, refusalOf, type World } from './world.ts';

export function reportJobRules(world: () => World): void {
  const create = (id: string) =>
    world().store.createReportJob({ id, request: '{}', nowMs: world().nowMs }, onceKey(id));
  const take = async () => {
    const job = await world().store.takeReportJob(world().nowMs);
    return job && { id: job.id, attempt: job.attempts };
  };

  describe('a report job', () => {
    test('is written by one process at a time, the oldest first', async () => {
      await create('r1');
      await create('r2');
      expect(await take()).toEqual({ id: 'r1', attempt: 1 });
      expect(await take()).toEqual({ id: 'r2', attempt: 1 });
      expect(await take()).toBeUndefined();
    });

    test('is begun again when its process is silent; the first attempt cannot go on then', async () => {
      const { store } = world();
      await create('r1');
      const first = (await take())!;
      const nowMs = world().later(REPORT_LEASE_MS - 1);
      expect(await store.noteReportProgress(first, { rows: 7, nowMs })).toBe(true);
      world().later(REPORT_LEASE_MS - 1);
      expect(await take()).toBeUndefined();
      world().later(1);
      const second = (await take())!;
      expect(second).toEqual({ id: 'r1', attempt: 2 });
      expect(await store.reportJob('r1')).toMatchObject({ rows: 0, state: 'open' });
      const end = { rows: 9, bytes: 90, nowMs: world().nowMs };
      expect(await store.noteReportProgress(first, end)).toBe(false);
      expect(await store.finishReportJob(first, end)).toBe(false);
      expect(await store.finishReportJob(second, end)).toBe(true);
      expect(await store.reportJob('r1')).toMatchObject({ state: 'done', rows: 9, bytes: 90 });
      world().later(REPORT_LEASE_MS);
      expect(await take()).toBeUndefined();
    });

    test('has failed after its last attempt, with the reason', async () => {
      const { store } = world();
      await create('r1');
      for (let n = 1; n <= MOST_REPORT_ATTEMPTS; n++) {
        expect((await store.reportJob('r1')).state).toBe('open');
        const attempt = (await take())!;
        await store.noteReportFailure(attempt, { why: `fault ${n}`, nowMs: world().nowMs });
        world().later(REPORT_LEASE_MS);
      }
      expect(await take()).toBeUndefined();
      const why = `fault ${MOST_REPORT_ATTEMPTS}`;
      expect(await store.reportJob('r1')).toMatchObject({ state: 'failed', why });
    });

    test('has failed after so many attempts whose processes died', async () => {
      await create('r1');
      for (let n = 1; n <= MOST_REPORT_ATTEMPTS; n++) {
        expect(await take()).toEqual({ id: 'r1', attempt: n });
        world().later(REPORT_LEASE_MS);
      }
      expect(await take()).toBeUndefined();
      expect(await world().store.reportJob('r1')).toMatchObject({
        state: 'failed',
        why: 'the server died while it wrote the report',
      });
    });

    test('expires a day after its creation, or when it is deleted, and never under the hands of its writer', async () => {
      const { store } = world();
      await create('r1');
      await create('r2');
      const attempt = (await take())!;
      const delet = { id: 'r1', nowMs: world().later(1) };
      await store.expireReportJob(delet, onceKey('delete r1'));
      expect(await store.expiredReportJobs(world().nowMs)).toEqual([]);
      const end = { rows: 1, bytes: 1, nowMs: world().nowMs };
      expect(await store.finishReportJob(attempt, end)).toBe(false);
      const gone = await store.expiredReportJobs(world().later(REPORT_LEASE_MS));
      expect(gone.map(({ id }) => id)).toEqual(['r1']);
      await store.forgetReportJob('r1');
      expect((await refusalOf(store.reportJob('r1'))).code).toBe('not-found');
      const later = await store.expiredReportJobs(world().later(REPORT_KEPT_MS));
      expect(later.map(({ id }) => id)).toEqual(['r2']);
      expect(await take()).toBeUndefined();
    });

    test('is listed, newest first, and deleted ones give their place in the list to nobody', async () => {
      const { store } = world();
      for (const id of ['r1', 'r2', 'r3']) await create(id);
      const first = await store.reportJobs({ limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(['r3', 'r2']);
      await store.forgetReportJob('r3');
      await create('r4');
      const rest = await store.reportJobs({ limit: 2, after: first.next });
      expect(rest.items.map(({ id }) => id)).toEqual(['r1']);
      const again = await store.createReportJob(
        { id: 'r9', request: '{}', nowMs: world().nowMs },
        onceKey('r4'),
      );
      expect(again).toMatchObject({ replayed: true, answer: { id: 'r4' } });
    });
  });
}
