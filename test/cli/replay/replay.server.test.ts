/** `dialwright replay` of a workflow on a server, with what Temporal keeps encrypted. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { findTemporal } from '../../../src/dev/temporal/find-temporal.ts';
import { reportTo } from '../../../src/terminal/progress-reporter.ts';
import { startWorld, type World } from '../../workflows/world.ts';
import { runProgram } from '../run-program.ts';

const DIALWRIGHT_PAYLOAD_KEYS = `k1:${randomBytes(32).toString('base64')}`;

let world: World;
let workflowId: string;
let where: string[];

beforeAll(async () => {
  world = await startWorld({ env: { DIALWRIGHT_PAYLOAD_KEYS } });
  await world.addAgents(1);
  const id = await world.campaign(['+12025550101'], { redial: { max_attempts: 1, max_calls: 1 } });
  workflowId = `call.${id}.1.1`;
  const handle = world.client.workflow.getHandle(workflowId);
  const isClosed = async () => {
    if ((await handle.describe()).status.name !== 'COMPLETED') throw new Error('still open');
  };
  await vi.waitFor(isClosed, { timeout: 30_000, interval: 100 });
  where = ['--address', inject('temporalAddress'), '--namespace', world.client.options.namespace];
});
afterAll(async () => world.stop());

const replay = (args: string[], env: Record<string, string> = { DIALWRIGHT_PAYLOAD_KEYS }) =>
  runProgram(['replay', ...args], env);

describe('refusals', () => {
  test.each([
    ['a workflow that nobody started', ['call.nobody.1.1']],
    ['a run id that is none', ['call.nobody.1.1', '--run-id', 'last']],
  ])('4: %s', async (_, args) => {
    const { code, out, talk } = await replay([...args, ...where]);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(talk).toContain('There is no history of call.nobody.1.1');
  });

  test('4: a namespace that is not there', async () => {
    const { code, talk } = await replay([workflowId, ...where, '--namespace', 'nowhere']);
    expect(code).toBe(4);
    expect(talk).toContain('namespace nowhere');
  });

  test('2: without its key, and the key is named', async () => {
    const { code, out, talk } = await replay([workflowId, ...where], {});
    expect({ code, out, talk }).toEqual({ code: 2, out: '', talk: expect.stringContaining('k1') });
    expect(talk).toContain('DIALWRIGHT_PAYLOAD_KEYS');
  });
});

test('0: it replays', async () => {
  const { code, out, talk } = await replay([workflowId, ...where, '--json']);
  expect({ code, talk }).toEqual({ code: 0, talk: '' });
  expect(JSON.parse(out)).toMatchObject({
    workflow_id: workflowId,
    workflow_type: 'callWorkflow',
    replays: true,
    fault: null,
  });
});

test('0: the standard settings of Temporal say where it is', async () => {
  const { code, out } = await replay([workflowId], {
    DIALWRIGHT_PAYLOAD_KEYS,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    TEMPORAL_NAMESPACE: world.client.options.namespace,
  });
  expect(code).toBe(0);
  expect(out).toMatch(/^call\.\S+ \(callWorkflow, \d+ events\) replays\n$/);
});

test('0: from a file that Temporal’s own command line wrote', async () => {
  const source = await findTemporal({
    env: { ...process.env, TEMPORAL_ADDRESS: undefined },
    reporter: reportTo(process.stderr),
  });
  if (source.kind === 'address') throw new Error('a program was asked for');
  const show = ['workflow', 'show', '--workflow-id', workflowId, '--output', 'json', ...where];
  const { stdout } = await promisify(execFile)(source.path, show);
  const file = join(world.folder, 'history.json');
  writeFileSync(file, stdout);
  expect(await replay([file])).toMatchObject({ code: 0, talk: '' });
});
