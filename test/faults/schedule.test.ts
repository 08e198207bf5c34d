import { expect, test } from 'vitest';
import { readCommandLine } from '../../src/simulator/command-line.ts';
import { optionsSchema } from '../../src/simulator/options.ts';
import { CATALOGUE } from './catalogue.ts';
import { VARIANTS } from './carrier-variants.ts';
import type { Engine, Schedule } from './faults.ts';
import { drawSchedule } from './schedule.ts';

const drawn = (engine: Engine) =>
  Array.from({ length: 600 }, (_, index) => drawSchedule('7', index + 1, { engine }));
const DRAWN = drawn('sqlite');
const QUICK = DRAWN.filter(({ timeFactor }) => timeFactor === 200);
const SLOW = DRAWN.filter(({ timeFactor }) => timeFactor < 200);
const ON_POSTGRES = drawn('postgres');

test('a schedule follows from seed and number, and is plain JSON', () => {
  expect(drawSchedule('7', 3)).toEqual(DRAWN[2]);
  expect(JSON.parse(JSON.stringify(DRAWN[2]))).toEqual(DRAWN[2]);
  expect(drawSchedule('8', 3)).not.toEqual(drawSchedule('7', 3));
  expect(DRAWN[3]).not.toEqual(DRAWN[2]);
});

test('every fault that has a weight is drawn, and each quick schedule has more than three of its own moments', () => {
  const seen = new Set(ON_POSTGRES.flatMap(({ faults }) => faults.map(({ name }) => name)));
  const all = [...CATALOGUE, ...VARIANTS]
    .filter(({ weight }) => weight > 0)
    .map(({ name }) => name);
  expect(all.filter((name) => !seen.has(name))).toEqual([]);
  const fewest = Math.min(
    ...QUICK.map(({ faults }) => faults.filter((fault) => fault.do !== 'carrier').length),
  );
  expect(fewest).toBeGreaterThan(3);
});

test('Postgres is struck in every schedule on it, and in none on SQLite', () => {
  const struck = (schedules: Schedule[]) =>
    schedules.filter(({ faults }) => faults.some(({ cell }) => cell === 'F38')).length;
  expect(struck(ON_POSTGRES)).toBe(ON_POSTGRES.length);
  expect(struck(DRAWN)).toBe(0);
});

test('where nothing calls back, no fault waits for a webhook', () => {
  const silent = DRAWN.filter(({ webhooks }) => !webhooks).flatMap(({ faults }) => faults);
  expect(silent.length).toBeGreaterThan(50);
  expect(silent.filter(({ moment }) => moment.on === 'webhook')).toEqual([]);
});

test('faults of a chosen cell are drawn more often', () => {
  const share = (schedules: Schedule[]) => {
    const faults = schedules.flatMap((schedule) => schedule.faults);
    return faults.filter(({ cell }) => cell === 'F26').length / faults.length;
  };
  const chosen = DRAWN.map(({ index }) => drawSchedule('7', index, { cells: ['F26'] }));
  expect(share(chosen)).toBeGreaterThan(2 * share(DRAWN));
});

test('names tell faults apart, and the carrier knows every flag', () => {
  const names = [...CATALOGUE, ...VARIANTS].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const fault of DRAWN.flatMap(({ faults }) => faults))
    if (fault.do === 'carrier') optionsSchema.parse(readCommandLine(fault.flags).options);
});

test('a fifth of the schedules is slow, has few faults, and some of those whose bounds show only then', () => {
  expect(SLOW.length).toBeGreaterThan(DRAWN.length / 8);
  expect(SLOW.length).toBeLessThan(DRAWN.length / 3);
  const timed = SLOW.map(({ faults }) => faults.filter((fault) => fault.do !== 'carrier'));
  expect(Math.max(...timed.map(({ length }) => length))).toBeLessThan(4);
  const names = new Set(CATALOGUE.filter(({ slow }) => slow).map(({ name }) => name));
  const bounded = timed.filter((faults) => faults.some(({ name }) => names.has(name)));
  expect(bounded.length).toBeGreaterThan(SLOW.length / 2);
  const shown = SLOW.flatMap(({ faults }) => faults).filter((fault) => fault.do === 'carrier');
  const variants = new Map(VARIANTS.map((variant) => [variant.name, variant]));
  expect(shown.filter(({ name }) => !variants.get(name)?.slow)).toEqual([]);
});

test('nobody forges ends while the carrier cannot be asked, which is a known limit', () => {
  const forges = [...DRAWN, ...ON_POSTGRES].filter(({ faults }) =>
    faults.some(
      (fault) => fault.do === 'forge' || (fault.do === 'link' && fault.trouble === 'forged'),
    ),
  );
  expect(forges.length).toBeGreaterThan(100);
  const blind = forges
    .flatMap(({ faults }) => faults)
    .filter((fault) => {
      if (fault.do === 'kill') return fault.who.includes('simulator');
      return (
        (fault.do === 'link' && fault.link === 'carrier') ||
        / forgets|5xx on reads/.test(fault.name)
      );
    });
  expect(blind).toEqual([]);
});
