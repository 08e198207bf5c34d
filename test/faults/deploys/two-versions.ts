/** Processes of two releases on one database: the new one adds to the schema while the old ones dial. */
import { DatabaseSync } from 'node:sqlite';
import { nextRelease, TABLE_OF_THE_STEP } from './builds.ts';
import type { Site } from './site.ts';

const CALLS = 8;

export interface Releases {
  old: string;
  next: string;
}

/** @param before source tree of an older release; else today's is the old one, and the next has one more step */
export async function releasesOf(today: string, before: string | undefined): Promise<Releases> {
  return before === undefined
    ? { old: today, next: await nextRelease(today) }
    : { old: before, next: today };
}

export async function twoVersions(site: Site, { old, next }: Releases): Promise<void> {
  await site.startWorker('worker', { root: old });
  await site.untilMoreCalls(CALLS);
  const planned = await site.command(next, 'migrate', '--plan');
  site.must(planned.code === 3, `migrate --plan ended with ${planned.code}: ${planned.said}`);
  site.must(planned.said.includes('only adds'), `the plan is no expansion: ${planned.said}`);
  const ran = await site.command(next, 'migrate', '--run');
  site.must(ran.code === 0, `migrate --run ended with ${ran.code}: ${ran.said}`);
  site.note('the schema is of the next release, all processes are of the old one');
  await site.untilMoreCalls(CALLS);
  await site.startWorker('second-worker', { root: next });
  await site.replaceServer({ root: next });
  site.note('server and a worker of the next release, beside a worker of the old one');
  await site.untilMoreCalls(CALLS);
  await site.stop('worker');
  await site.untilMoreCalls(CALLS);
  await site.startWorker('worker', { root: old });
  await site.stop('second-worker');
  await site.replaceServer({ root: old });
  site.note('rolled back: server and worker of the old release, on the schema of the next');
  await site.untilMoreCalls(CALLS);
  const filled = await rowsOfTheStep(site);
  if (filled !== undefined) {
    site.must(filled >= CALLS, `the old processes filled ${filled} rows of the new table`);
    site.note(`${filled} calls went through the new trigger`);
  }
}

/** Undefined: the releases are real ones. */
async function rowsOfTheStep({ world }: Site): Promise<number | undefined> {
  const count = `SELECT count(*) AS rows FROM ${TABLE_OF_THE_STEP}`;
  try {
    if (world.database) return Number((await world.database.ask<{ rows: string }>(count))[0]!.rows);
    const file = new DatabaseSync(world.processes.file('dialwright.sqlite'), { readOnly: true });
    const row = file.prepare(count).get()!;
    file.close();
    return Number(row['rows']);
  } catch (error) {
    if (/no such table|does not exist/.test(String(error))) return undefined;
    throw error;
  }
}
