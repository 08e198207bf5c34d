import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { programAndApi } from '../program-and-api.ts';
import { runProgram } from '../run-program.ts';

type Run = Awaited<ReturnType<typeof programAndApi>>['run'];

const shown = async (run: Run, id: string) =>
  JSON.parse((await run(['campaigns', 'show', id, '--json'])).out) as Record<string, unknown>;

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'campaign.yaml');
  writeFileSync(file, text);
  return file;
}

const EVERY_RULE = `
--keep-open
--deadline|2036-11-23 18:00
--zone|Europe/Paris
--priority|5
--weight|2
--max-live-calls|7
--calls-per-second|1.5
--max-attempts|3
--max-calls|9
--customer-unreached-delay|30m,jitter=0.2,most=3
--agent-unreached-delay|1m
--dropped-delay|2h
--carrier-lost-delay|none
--hours|mon-fri 09:00-20:00
--hours|sat 10:00-14:00
--closed-dates|2036-12-25,2036-12-26
--ring-margin|3m
--dials-per-day|1
--dials-in|7d=3
--least-gap|4h
--countries|FR,DE
--suppression-lists|all
--budget-total|100.00
--budget-per-day|20.00
--reserve-per-call|0.50
--budget-alert-at|0.7
--pool|sales
--wrap-up|20s
--pause-after-misses|3
--agent-caller-id|+12025550100
--no-recordings
--refusal|422=fail-contact,most=10
--refusal|busy=retry,after=5m
--hold-timeout|2h=pause`
  .trim()
  .split(/[\n|]/);

test('every rule is an option', async () => {
  const { run } = await programAndApi();
  const created = await run(['campaigns', 'create', 'Spring offers', ...EVERY_RULE]);
  expect(created).toMatchObject({ code: 0, talk: expect.stringContaining('Next: ') as string });
  expect(created.talk).toContain(
    'deadline: 2036-11-23 18:00 in Europe/Paris is 2036-11-23T17:00:00.000Z',
  );
  expect(await shown(run, created.out.trim())).toMatchObject({
    name: 'Spring offers',
    keep_open: true,
    deadline_at: '2036-11-23T17:00:00.000Z',
    zone: 'Europe/Paris',
    priority: 5,
    weight: 2,
    max_live_calls: 7,
    calls_per_second: 1.5,
    redial: {
      max_attempts: 3,
      max_calls: 9,
      customer_unreached: { after: '30m', jitter: 0.2, most: 3 },
      agent_unreached: { after: '1m' },
      dropped: { after: '2h' },
      carrier_lost: null,
    },
    calling_window: {
      hours: [
        { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '20:00' },
        { weekdays: ['sat'], from: '10:00', to: '14:00' },
      ],
      closed_dates: ['2036-12-25', '2036-12-26'],
      ring_margin: '3m',
    },
    caps: { per_day: 1, rolling: [{ days: 7, most: 3 }], least_gap: '4h' },
    countries: ['FR', 'DE'],
    suppression_lists: null,
    budget: { total: '100.00', per_day: '20.00', reserve_per_call: '0.50', alert_at: 0.7 },
    agents: { pool: 'sales', wrap_up: '20s', pause_after_misses: 3 },
    agent_caller_id: '+12025550100',
    collect_recordings: false,
    refusals: { 422: { action: 'fail-contact', most: 10 }, busy: { action: 'retry', after: '5m' } },
    hold_timeout: { after: '2h', action: 'pause' },
  });
});

test('an edit changes what is named and leaves the rest', async () => {
  const { run, on } = await programAndApi();
  const id = await on.campaign({
    caps: { per_day: 2, least_gap: '1h' },
    budget: { total: '5', reserve_per_call: '1' },
  });
  const edited = await run([
    'campaigns',
    'edit',
    id,
    '--dials-per-day',
    'none',
    '--no-budget',
    '--always-open',
  ]);
  expect(edited).toMatchObject({ code: 0, out: `${id} has rules of version 2\n` });
  expect(await shown(run, id)).toMatchObject({
    caps: { per_day: null, least_gap: '1h' },
    budget: null,
    calling_window: null,
    keep_open: false,
    collect_recordings: true,
  });
});

test('a deadline in local time is in the zone of the file, or else of the campaign', async () => {
  const { run } = await programAndApi();
  const file = fileOf('name: Spring\nzone: America/New_York\n');
  const deadline = (time: string) => ['--deadline', time];
  const { out } = await run([
    'campaigns',
    'create',
    '--file',
    file,
    ...deadline('2036-11-23 18:00'),
  ]);
  const id = out.trim();
  expect(await shown(run, id)).toMatchObject({ deadline_at: '2036-11-23T23:00:00.000Z' });
  await run(['campaigns', 'edit', id, ...deadline('2036-11-23 19:00')]);
  expect(await shown(run, id)).toMatchObject({ deadline_at: '2036-11-24T00:00:00.000Z' });
});

test('a clone takes the rules along, but for those that are named', async () => {
  const { run, on } = await programAndApi();
  const id = await on.campaign({ caps: { per_day: 2 }, priority: 3 });
  const { out } = await run(['campaigns', 'clone', id, '--name', 'Summer', '--priority', '9']);
  expect(await shown(run, out.trim())).toMatchObject({
    name: 'Summer',
    priority: 9,
    caps: { per_day: 2 },
  });
});

test('a file has the rules, and options win', async () => {
  const { run } = await programAndApi();
  const file = fileOf(`
name: Spring offers
# Twice at most.
redial: { max_attempts: 2, customer_unreached: { after: 30m } }
caps:
  per_day: 1
  least_gap: 4h
`);
  const { out } = await run(['campaigns', 'create', '--file', file, '--dials-per-day', '2']);
  expect(await shown(run, out.trim())).toMatchObject({
    name: 'Spring offers',
    redial: { max_attempts: 2 },
    caps: { per_day: 2, least_gap: '4h' },
  });
});

test('an error in a file names line and field', async () => {
  const { run } = await programAndApi();
  const file = fileOf('name: Spring\ncaps:\n  per_day: 0\n  least_gap: soon\npace: 3\n');
  const { code, talk } = await run(['campaigns', 'create', '--file', file]);
  expect(code).toBe(4);
  expect(talk).toContain(`${file}:3 caps.per_day: `);
  expect(talk).toContain(`${file}:4 caps.least_gap: `);
  expect(talk).toContain(`nknown field ${file}:5 pace`);
});

test.each([
  ['name: [', /at line 1, column \d+/],
  ['- a list', /it holds no fields/],
])('2: the file %j cannot be read', async (text, why) => {
  const { code, talk } = await runProgram(['campaigns', 'create', '--file', fileOf(text)]);
  expect(code).toBe(2);
  expect(talk).toMatch(why);
});

test.each([
  ['--hours', 'mon-fri'],
  ['--hours', 'someday 09:00-10:00'],
  ['--hours', 'mon-fri,sta 09:00-20:00'],
  ['--hours', 'mon-wed-fri 09:00-20:00'],
  ['--dials-in', 'three'],
  ['--refusal', '422'],
  ['--hold-timeout', '2h'],
  ['--customer-unreached-delay', '30m,often=3'],
  ['--weight', 'heavy'],
  ['--deadline', 'soon'],
  ['--zone', 'Europe/Atlantis'],
])('2: %s %s', async (option, value) => {
  const { code, out, talk } = await runProgram(['campaigns', 'create', 'x', option, value]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(talk).toContain(`option '${option} <`);
});

test.each([
  [['--hours', 'mon-fri 09:00-20:00'], ['--always-open']],
  [['--no-budget'], ['--budget-total', '100']],
])('2: %j and %j contradict each other', async (one, other) => {
  const { code, out, talk } = await runProgram(['campaigns', 'create', 'x', ...one, ...other]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(talk).toContain(one[0]);
  expect(talk).toContain(other[0]);
});

test('2: an edit that names nothing', async () => {
  const { code, talk } = await runProgram(['campaigns', 'edit', 'cabc']);
  expect(code).toBe(2);
  expect(talk).toContain('no rule is named');
});
