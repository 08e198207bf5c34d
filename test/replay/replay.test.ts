/** Histories of the past replay on today's workflows, and a change that would break them is seen. */
import { homedir, hostname, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, expect, test } from 'vitest';
import { MOVED_ACTIVITY } from './changed/another-order.ts';
import { readText, storedNames } from './history-files.ts';
import { bundle, faultsOf } from './replaying.ts';
import { STATE_NAMES } from './states.ts';

const BUNDLING_MS = 60_000;
const names = storedNames();

beforeAll(() => {
  // Of each history that does not replay it would write a page.
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
  });
});

test('every workflow type, in every state of the list, has its history', () => {
  const states = names.map((name) => name.slice(name.indexOf('/') + 1));
  expect(STATE_NAMES.filter((state) => !states.includes(state))).toEqual([]);
});

test('a stored history is of the workflow that its folder names', () => {
  const ofOthers = names.filter(
    (name) => !readText(name).includes(`"workflowType":{"name":"${name.split('/')[1]}"}`),
  );
  expect(ofOthers).toEqual([]);
});

test('a name that begins with `at-` is of an open run, any other of a closed one', () => {
  const over =
    /"eventType":"EVENT_TYPE_WORKFLOW_EXECUTION_(COMPLETED|FAILED|TERMINATED|CONTINUED_AS_NEW)"/;
  const open = names.filter((name) => !over.test(readText(name)));
  expect(open).toEqual(names.filter((name) => name.includes('/at-')));
});

test(
  'every stored history replays on today’s workflows',
  async () => {
    expect(await faultsOf(await bundle(), names)).toEqual({});
  },
  BUNDLING_MS,
);

test(
  'a step that nobody recorded is detected in every workflow type, with the history’s name',
  async () => {
    const faults = await faultsOf(await bundle('changed/an-extra-step.ts'), names);
    expect(Object.keys(faults).toSorted()).toEqual(names);
    for (const fault of Object.values(faults))
      expect(fault).toBeInstanceOf(DeterminismViolationError);
  },
  BUNDLING_MS,
);

test(
  'a step that moved is detected in just the histories that take it',
  async () => {
    const faults = await faultsOf(await bundle(undefined, ['changed/another-order.ts']), names);
    const taking = names.filter((name) =>
      readText(name).includes(`"activityType":{"name":"${MOVED_ACTIVITY}"}`),
    );
    expect(taking.length).toBeGreaterThan(0);
    expect(Object.keys(faults).toSorted()).toEqual(taking);
  },
  BUNDLING_MS,
);

test(
  'the same step behind `patched` breaks none of them',
  async () => {
    expect(await faultsOf(await bundle('changed/a-patched-step.ts'), names)).toEqual({});
  },
  BUNDLING_MS,
);

test('stored histories name no machine, no process and nobody’s number', () => {
  // As whole words: a short name of a machine is part of some id.
  const machine = [homedir(), tmpdir(), hostname(), resolve(import.meta.dirname, '../..')].map(
    (word) => new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`),
  );
  const shapes = /\+\d{7}|\d+@[\w-]+|file:\/\/|\/(home|root|tmp|Users)\//;
  const telling = names.filter((name) => {
    const text = withPayloads(readText(name));
    return shapes.test(text) || machine.some((word) => word.test(text));
  });
  expect(telling).toEqual([]);
});

/** What stands in base64 is read as well. */
function withPayloads(text: string): string {
  const payloads = [...text.matchAll(/"data":"([^"]*)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  );
  return [text, ...payloads].join('\n');
}
