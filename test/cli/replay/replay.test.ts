/** `dialwright replay` of files. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readText, storedNames } from '../../replay/history-files.ts';
import { replay } from '../../../src/cli/replay/replay.ts';
import { runProgram } from '../run-program.ts';

const SWEEP = readText(storedNames().findLast((name) => name.endsWith('/sweepWorkflow/run'))!);

let folder: string;

// Workflows are bundled each time.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'dialwright-replay-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, text);
  return file;
}

describe('2: what is no history of ours is named, with the reason', () => {
  test.each([
    ['no JSON', 'not json', 'not valid JSON'],
    ['other JSON', '{"number":1}', 'an array of events'],
    ['no events', '{"events":[]}', 'its first event is not the start'],
    ['its beginning cut off', SWEEP.replace(/\n.*,/, ''), 'its first event is not the start'],
    ['somebody else’s', SWEEP.replace('"name":"sweepWorkflow"', '"name":"other"'), 'type is other'],
  ])('%s', async (_, text, why) => {
    const file = fileOf(text);
    await expect(replay(file, {})).rejects.toMatchObject({
      failure: { code: 2, what: expect.stringContaining(file), why: expect.stringContaining(why) },
    });
  });

  test('a file that is not there', async () => {
    const { code, out, talk } = await runProgram(['replay', join(folder, 'none.json')]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(talk).toContain('none.json cannot be replayed');
  });
});

test('5: no server answers, and the address is named', async () => {
  await expect(replay('call.c1.1.1', { address: '127.0.0.1:9' })).rejects.toMatchObject({
    failure: { code: 5, what: 'Temporal does not answer at 127.0.0.1:9' },
  });
});

describe('3: it does not replay, and the place is named', () => {
  test('an event that today’s workflows do not lead to', async () => {
    const { events } = JSON.parse(SWEEP) as { events: object[] };
    const timer = {
      eventId: String(events.length),
      eventType: 'EVENT_TYPE_TIMER_STARTED',
      timerStartedEventAttributes: { timerId: '1', workflowTaskCompletedEventId: '10' },
    };
    const file = fileOf(JSON.stringify({ events: [...events.slice(0, -1), timer] }));
    const { code, out } = await runProgram(['replay', file]);
    expect(code).toBe(3);
    expect(out).toMatch(
      /^sweep\S+ \(sweepWorkflow, 11 events\) does not replay\n {2}At: {3}event 11, TimerStarted\n {2}Why: /,
    );
  });

  test('an activity of another name: the workflow task that decided on it', async () => {
    const other = SWEEP.replace(
      '"activityType":{"name":"sweep"}',
      '"activityType":{"name":"tidyUp"}',
    );
    expect(await replay(fileOf(other), {})).toMatchObject({
      replays: false,
      fault: {
        message: expect.stringContaining("'tidyUp'"),
        event_id: 4,
        event: 'WorkflowTaskCompleted',
      },
    });
  });
});

test('0: it replays; a bare list of events will do', async () => {
  const list = JSON.stringify((JSON.parse(SWEEP) as { events: unknown }).events);
  const { code, out, talk } = await runProgram(['replay', fileOf(list), '--json']);
  expect({ code, talk }).toEqual({ code: 0, talk: '' });
  expect(JSON.parse(out)).toMatchObject({
    workflow_type: 'sweepWorkflow',
    events: 11,
    replays: true,
  });
});
