import { afterAll, beforeAll, describe } from 'vitest';
import { postgresPrograms, startPostgres, type RunningPostgres } from './postgres-server.ts';

/** Tests on a server of their own. Where no Postgres is installed they are skipped (`missing-postgres.ts` says so). */
export function onPostgres(
  title: string,
  tests: (postgres: () => RunningPostgres) => void,
  settings: readonly string[] = [],
): void {
  const programs = postgresPrograms();
  // oxlint-disable-next-line vitest/valid-title -- the caller's
  describe.skipIf(programs === undefined)(title, () => {
    let postgres: RunningPostgres;
    beforeAll(async () => {
      postgres = await startPostgres(programs!, settings);
    });
    afterAll(() => postgres.stop());
    tests(() => postgres);
  });
}
