import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildDashboard, isStale } from '../../src/dev/dashboard-build.ts';

const SOURCE = 'src/dashboard/index.html';
const BUILT = 'dist/dashboard/index.html';

async function projectWith(files: Record<string, number>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'dialwright-dashboard-'));
  onTestFinished(() => rm(project, { recursive: true }));
  for (const [name, atSeconds] of Object.entries(files)) {
    const path = join(project, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    await utimes(path, atSeconds, atSeconds);
  }
  return project;
}

test('a dashboard that was never built is stale', async () => {
  expect(await isStale(await projectWith({ [SOURCE]: 100 }))).toBe(true);
});

test('a dashboard is stale when a page or the typed client is newer than what was built', async () => {
  for (const name of ['src/dashboard/pages/now/now-page.tsx', 'src/client/api-types.ts']) {
    expect(await isStale(await projectWith({ [SOURCE]: 100, [BUILT]: 200, [name]: 300 }))).toBe(
      true,
    );
    expect(await isStale(await projectWith({ [SOURCE]: 100, [BUILT]: 200, [name]: 150 }))).toBe(
      false,
    );
  }
});

test('the package has no source of the dashboard, so nothing is built', async () => {
  expect(await isStale(await projectWith({ [BUILT]: 100, 'src/client/api-types.ts': 300 }))).toBe(
    false,
  );
});

test('a build that fails says why and what to do', async () => {
  const project = await projectWith({ [SOURCE]: 100 });
  const said: string[] = [];
  const reporter = {
    say: () => undefined,
    progress: (text: string) => void said.push(text),
    columns: 80,
  };
  const build = () =>
    Promise.reject(Object.assign(new Error('exit 1'), { stderr: 'vite: no such file' }));
  await expect(buildDashboard(reporter, { project, build })).rejects.toThrow(
    /dashboard could not be built.*vite: no such file/s,
  );
  expect(said).toEqual(['Building the dashboard.']);
});
