import { afterAll, beforeAll, describe } from 'vitest';
import { postgresPrograms, startPostgres, type RunningPostgres } from './postgres-server.ts';

/** Tests on a server of their own. Where no Postgres is installed they are skipped, and a sentence says so. */
export function onPostgres(
  title: string,
  tests: (postgres: () => RunningPostgres) => void,
  settings: readonly string[] = [],
): void {
  const programs = postgresPrograms();
  if (programs === undefined) {
    console.warn(
      `"${title}" was skipped: no Postgres is installed here (apt-get install postgresql)`,
    );
  }
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
