/** `dialwright replay --open`, by this build and by one that is incompatible. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { COMPILE_CACHE } from '../../compile-cache.ts';
import { incompatibleBuild } from '../../faults/incompatible-build.ts';
import { startWorld, type World } from '../../workflows/world.ts';
import { runProgram } from '../run-program.ts';

const DIALWRIGHT_PAYLOAD_KEYS = `k1:${randomBytes(32).toString('base64')}`;

// Workflows of the incompatible build are bundled.
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let where: string[];

beforeAll(async () => {
  world = await startWorld({ env: { DIALWRIGHT_PAYLOAD_KEYS } });
  // A planned start keeps the campaign open.
  const { id } = (await world.api('POST', '/v1/campaigns', { name: 'later' })).body;
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await world.api('POST', `/v1/campaigns/${id}/start`, { at });
  const { namespace } = world.client.options;
  where = ['--address', inject('temporalAddress'), '--namespace', namespace];
  const isOpen = async () => {
    if ((await openCampaigns()) !== 1) throw new Error('not open');
  };
  await vi.waitFor(isOpen, { timeout: 30_000 });
});
afterAll(async () => world.stop());

const openCampaigns = async () =>
  (await world.client.workflow.count(`WorkflowType = 'campaignWorkflow' AND ${RUNNING}`)).count;
const RUNNING = "ExecutionStatus = 'Running'";
const CAMPAIGNS = ['--query', "WorkflowType = 'campaignWorkflow'"];

const env = { DIALWRIGHT_PAYLOAD_KEYS };

test('2: a filter that Temporal does not read', async () => {
  const { code, out, talk } = await runProgram(
    ['replay', '--open', ...where, '--query', 'State ='],
    env,
  );
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(talk).toContain('--query');
});

test('2: without the key of the payloads, and the key is named', async () => {
  const { code, talk } = await runProgram(['replay', '--open', ...where, ...CAMPAIGNS]);
  expect(code).toBe(2);
  expect(talk).toContain('k1');
});

test('0: all open runs replay on the build that made them', async () => {
  const { code, out, talk } = await runProgram(['replay', '--open', ...where, ...CAMPAIGNS], env);
  expect({ code, talk }).toMatchObject({ code: 0 });
  expect(out).toContain('all 1 open runs replay on this build');
});

test('0: a filter that no run matches', async () => {
  const none = ['--query', "WorkflowId = 'nobody'"];
  expect(await runProgram(['replay', '--open', ...where, ...none], env)).toMatchObject({
    code: 0,
    out: 'no run is open\n',
  });
});

test('3: a build with another first step breaks them, and the table says which', async () => {
  const build = await incompatibleBuild(resolve(import.meta.dirname, '../../..'));
  const args = [join(build, 'bin/dialwright.js'), 'replay', '--open', ...where, ...CAMPAIGNS];
  const run = (more: string[]) =>
    new Promise<{ code: unknown; out: string }>((done) => {
      execFile(
        process.execPath,
        [...args, ...more],
        { env: { ...COMPILE_CACHE, ...env } },
        (error, out) => done({ code: error?.code, out }),
      );
    });
  const { code, out } = await run(['--json', '--parallel', '2']);
  expect(code).toBe(3);
  expect(JSON.parse(out)).toEqual({
    runs: 1,
    would_break: 1,
    types: [
      {
        workflow_type: 'campaignWorkflow',
        runs: 1,
        would_break: 1,
        first_error: expect.stringContaining('Nondeterminism'),
        examples: [expect.stringMatching(/^campaign\./)],
      },
    ],
  });
  expect((await run([])).out).toMatch(/campaignWorkflow +1 +1 .*\n\nALERT 1 of 1 open runs/s);
});
