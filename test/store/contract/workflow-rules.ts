import { describe, expect, test } from 'vitest';
import type { World } from './world.ts';
import { phone } from './world.ts';

const SWEEP_MS = 60_000;
const EVERY_MS = 10_000;
const GRACE_MS = 15_000;

export function workflowRules(world: () => World): void {
  const turn = (store = world().store, limit = 10) =>
    store.takeWatchTurn({ nowMs: world().nowMs, everyMs: EVERY_MS, graceMs: GRACE_MS, limit });
  const broke = (runId: string, workflowId = 'campaign.c1') =>
    world().store.noteBrokenRun(
      { workflowId, runId, fault: 'other-code', reason: 'Nondeterminism error' },
      { nowMs: world().nowMs, sweepMs: SWEEP_MS },
    );
  const syncOnly = () =>
    world().store.syncAlerts({
      nowMs: world().nowMs,
      timing: { sweepMs: SWEEP_MS, noAgentsMs: SWEEP_MS, recordingLateMs: SWEEP_MS },
    });
  const sync = async () => {
    await world().worker('w1');
    await syncOnly();
  };
  const stuck = async () =>
    (await world().store.alerts()).filter(({ kind }) => kind === 'workflow-stuck');

  describe('workflows that must run', () => {
    test('one worker at a time has the turn, and a clock that is set back ends no turns', async () => {
      expect(await turn()).toBeDefined();
      expect(await turn(world().another())).toBeUndefined();
      world().later(EVERY_MS);
      expect(await turn(world().another())).toBeDefined();
      world().later(-2 * EVERY_MS);
      expect(await turn()).toBeDefined();
    });

    test('calls with work left come in turns, once they were untouched for the grace', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [phone(1), phone(2), phone(3)]);
      const refs = await world().claim('c1', 3);
      for (const ref of refs) await world().live(ref);
      expect(await turn()).toMatchObject({ calls: [], campaigns: ['c1'] });
      world().later(GRACE_MS);
      const found: string[] = [];
      for (let turns = 0; turns < 3; turns++) {
        found.push(...((await turn(world().store, 2))?.calls ?? []));
        world().later(EVERY_MS);
      }
      expect(found).toEqual([...refs, ...refs.slice(0, 2)]);
      await world().end(refs[0]!, { cost: '1' });
      const unfinished = await world().store.unfinishedAmong(refs);
      expect([...unfinished].sort()).toEqual(refs.slice(1));
    });

    test('a workflow that breaks again and again is started three times and reported, until it works', async () => {
      await world().campaign('c1', [phone(1)]);
      expect(await broke('r1')).toEqual({ start: true });
      expect(await broke('r1')).toEqual({ start: false });
      await sync();
      const [alert] = await stuck();
      expect(alert).toMatchObject({ subject: 'campaigns/c1', campaignId: 'c1' });
      expect((await world().store.campaignProgress('c1', world().nowMs)).waitingFor).toMatchObject({
        reason: 'workflow',
        text: alert!.text,
      });
      for (const [run, laterMs, start] of [
        ['r2', SWEEP_MS, true],
        ['r3', SWEEP_MS, false],
        ['r3', 9 * SWEEP_MS, true],
        ['r4', SWEEP_MS, false],
        ['r4', 10 * SWEEP_MS, false],
      ] as const) {
        world().later(laterMs);
        expect(await broke(run)).toEqual({ start });
      }
      await sync();
      expect((await stuck())[0]!.text).toContain('left alone');
      await world().store.noteWorkflowCode('of the next version');
      expect(await broke('r4')).toEqual({ start: true });
      await world().store.noteWorking('campaign.c1');
      await sync();
      expect(await stuck()).toEqual([]);
      expect(await world().store.standstill()).toEqual({ workflows: [], away: null });
    });

    test('calls share one alert, and an end of their work clears it', async () => {
      const ref = await world().oneLive();
      await broke('r1', `call.${ref}`);
      await broke('r1', 'call.c1.77.1');
      await sync();
      expect((await stuck()).map(({ subject }) => subject)).toEqual(['calls']);
      await world().end(ref, { cost: '1' });
      await turn();
      await sync();
      expect(await stuck()).toEqual([]);
    });
  });

  describe('servers and workers', () => {
    const standing = async () =>
      (await world().store.alerts()).map(({ kind, subject }) => `${kind} ${subject}`);

    test('no worker is missed where nobody dials, and one is where somebody does', async () => {
      world().later(10 * SWEEP_MS);
      await syncOnly();
      expect(await standing()).toEqual([]);
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      world().later(SWEEP_MS);
      await syncOnly();
      expect(await standing()).toEqual(['worker-away account']);
      await sync();
      expect(await standing()).toEqual([]);
    });

    test('of two workers the frozen one is reported for as long as it is, and the store says so to nobody else', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      await world().worker('w2');
      world().later(3 * EVERY_MS);
      for (let beats = 0; beats < 20; beats++) {
        await sync();
        expect(await standing()).toEqual(['worker-away workers/w2']);
        world().later(EVERY_MS);
      }
      expect((await world().store.standstill()).away).toBeNull();
      await world().worker('w2');
      await sync();
      expect(await standing()).toEqual([]);
    });

    test('a worker that was stopped in order is not missed while another runs, and is after the last one', async () => {
      await world().worker('w1');
      await world().worker('w2');
      await world().store.noteProcessStopped({ role: 'worker', name: 'w2', nowMs: world().nowMs });
      world().later(SWEEP_MS);
      await sync();
      expect(await standing()).toEqual([]);
      await world().store.noteProcessStopped({ role: 'worker', name: 'w1', nowMs: world().nowMs });
      await syncOnly();
      expect(await standing()).toEqual([]);
      world().later(SWEEP_MS);
      await syncOnly();
      expect(await standing()).toEqual(['worker-away account']);
    });

    test('what processes see of Temporal is the reason, and changes with it', async () => {
      await world().campaign('c1', [phone(1)]);
      const see = async (text: string | null) => {
        const trouble = text === null ? null : ({ kind: 'temporal', text } as const);
        await world().worker('w1', trouble);
        await syncOnly();
        return (await world().store.alerts()).map(({ kind, text }) => `${kind}: ${text}`);
      };
      expect(await see('it cannot be reached')).toEqual(['temporal-away: it cannot be reached']);
      expect(await see('it has lost its runs')).toEqual(['temporal-away: it has lost its runs']);
      expect((await world().store.campaignProgress('c1', world().nowMs)).waitingFor).toMatchObject({
        reason: 'temporal',
        text: 'it has lost its runs',
      });
      expect(await see(null)).toEqual([]);
    });

    test('work that no worker serves is named', async () => {
      const { store, nowMs } = world();
      const work = ['calling', 'dispatching', 'bookkeeping'];
      await store.noteProcess({ name: 'w1', role: 'worker', work, atMs: nowMs, trouble: null });
      await syncOnly();
      const [alert] = await store.alerts();
      expect(alert).toMatchObject({ kind: 'worker-away', subject: 'workers' });
      expect(alert!.text).toContain('no worker serves recordings: no recording is fetched');
    });
  });
}
