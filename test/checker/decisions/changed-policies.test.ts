/** A policy line that was changed after the export is noticed by the records beside it, although all hashes were computed again. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../../store/contract/world.ts';
import { openSqliteUnderTest, type SqliteUnderTest } from '../../store/sqlite-files.ts';
import { chainedAgain, exported, parsed, violationsIn, type AnyLine } from './exported.ts';
import { playCampaigns } from './played-campaigns.ts';

let opened: SqliteUnderTest;
let lines: string[];
beforeAll(async () => {
  opened = openSqliteUnderTest();
  await playCampaigns(new World(opened));
  lines = await exported(opened.store);
});
afterAll(() => opened.drop());

async function afterChange(campaign: string, change: (policy: AnyLine) => void): Promise<string[]> {
  const values = parsed(lines);
  const before = JSON.stringify(values);
  for (const line of values) if (line.type === 'policy' && line.campaign === campaign) change(line);
  expect(JSON.stringify(values)).not.toBe(before);
  return Object.keys(await violationsIn(chainedAgain(values)));
}

/** What no POST is decided on is in no record. */
const IN_NO_RECORD = [
  'redial',
  'countries',
  'budget.alert_at',
  'agents',
  'agent_caller_id',
  'collect_recordings',
  'refusals',
  'hold_timeout',
  'priority',
  'weight',
  'dial_order',
];
/** Which line it is. */
const OF_THE_LINE = ['n', 'hash', 'type', 'campaign', 'version', 'made_at', 'last_placement'];
/** A date that nobody dialled on, and a weekday that the calls of this file did not fall on, are in no record either. */
const OF_OTHER_DAYS = /^calling_window\.(closed_dates\.\d+|hours\.\d+\.weekdays\.[0-35])$/;

function pathsOf(value: AnyLine, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [path.join('.')];
  return Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]));
}

const statedPaths = (policy: AnyLine) =>
  pathsOf(policy).filter(
    (path) =>
      ![...IN_NO_RECORD, ...OF_THE_LINE].some(
        (each) => path === each || path.startsWith(`${each}.`),
      ) && !OF_OTHER_DAYS.test(path),
  );

/** By the form of what is there; null where the field may be null. */
function othersFor(path: string, known: unknown): unknown[] {
  if (typeof known === 'number') return [known + 1, known * 10];
  if (path.endsWith('ring_margin') || path.endsWith('least_gap'))
    return ['7m', '0s', '3h'].filter((text) => text !== known);
  if (/\.(from|to)$/.test(path)) return ['07:59', '08:01', '19:59', '23:00'];
  if (path.includes('weekdays')) return ['sun'];
  if (path === 'zone') return ['Asia/Tokyo', 'America/Chicago'];
  if (path.startsWith('suppression_lists')) return known === null ? [['own'], []] : ['another'];
  if (path === 'calling_window')
    return [
      {
        hours: [{ weekdays: ['fri'], from: '00:00', to: '24:00' }],
        closed_dates: [],
        ring_margin: '0s',
      },
    ];
  if (path === 'budget')
    return [{ total: '10', per_day: null, reserve_per_call: '0.1', alert_at: 0.8 }];
  if (path.startsWith('budget.')) return ['0.3', '11', null];
  return [known === null ? 3 : null];
}

test('each stated field of a policy, changed alone, is noticed', async () => {
  for (const campaign of ['c1', 'c2']) {
    const policy = parsed(lines).find(
      (line) => line.type === 'policy' && line.campaign === campaign,
    );
    const paths = statedPaths(policy);
    expect(paths.length).toBeGreaterThan(6);
    for (const path of paths) {
      const keys = path.split('.');
      const known = keys.reduce((value, key) => value[key], policy);
      for (const other of othersFor(path, known)) {
        const found = await afterChange(campaign, (line) => {
          const holder = keys.slice(0, -1).reduce((value, key) => value[key], line);
          holder[keys.at(-1)!] = other;
        });
        expect({ campaign, path, other, found: found.length > 0 }).toEqual({
          campaign,
          path,
          other,
          found: true,
        });
      }
    }
  }
}, 120_000);

test.each<[string, string, (policy: AnyLine) => void]>([
  ['no window', 'c1', (policy) => (policy.calling_window = null)],
  ['no budget', 'c1', (policy) => (policy.budget = null)],
  ['all lists', 'c1', (policy) => (policy.suppression_lists = null)],
  ['no list', 'c1', (policy) => (policy.suppression_lists = [])],
  ['any number of live calls', 'c1', (policy) => (policy.max_live_calls = null)],
  ['any pace', 'c1', (policy) => (policy.calls_per_second = null)],
  ['no cap a day', 'c1', (policy) => (policy.caps.per_day = null)],
  ['no least gap', 'c1', (policy) => (policy.caps.least_gap = '0s')],
  ['another rolling cap', 'c1', (policy) => policy.caps.rolling.push({ days: 30, most: 900 })],
  ['no rolling cap', 'c2', (policy) => (policy.caps.rolling = [])],
  [
    'a day of the calls closed',
    'c1',
    (policy) => policy.calling_window.closed_dates.push('2027-01-15'),
  ],
  [
    'without their weekday',
    'c1',
    (policy) => (policy.calling_window.hours[0].weekdays = ['mon', 'sat']),
  ],
  [
    'a break after the calls',
    'c1',
    (policy) => {
      const [day] = policy.calling_window.hours;
      policy.calling_window.hours = [
        { ...day, to: '18:00' },
        { ...day, from: '18:30' },
      ];
    },
  ],
  [
    'hours before others',
    'c1',
    (policy) =>
      policy.calling_window.hours.unshift({ weekdays: ['sun'], from: '08:00', to: '09:00' }),
  ],
])('a line changed to %s is noticed', async (_what, campaign, change) => {
  expect(await afterChange(campaign, change)).not.toEqual([]);
});

test('any other hours that change when the window opens or closes around a call are noticed', async () => {
  const clock = fc
    .integer({ min: 0, max: 1_439 })
    .map(
      (minute) =>
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    );
  await fc.assert(
    fc.asyncProperty(clock, clock, async (from, to) => {
      fc.pre(from < to && (from !== '08:00' || to !== '20:00'));
      const found = await afterChange('c1', (policy) => {
        policy.calling_window.hours[0].from = from;
        policy.calling_window.hours[0].to = to;
      });
      expect(found).not.toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 120_000);
