import { expect, test } from 'vitest';
import { hoursOf, secondsByState } from '../../../../src/dashboard/pages/agent/day-hours.ts';

const DAY = Date.parse('2026-11-23T00:00:00Z');
const at = (time: string) => `2026-11-23T${time}:00Z`;
const span = (state: 'ready' | 'on_call' | 'paused', from: string, to: string | null) => ({
  state,
  from: at(from),
  to: to && at(to),
  call: null,
});

test('a span that lasts beyond an hour is divided at it, and no time is lost', () => {
  const spans = [span('ready', '09:30', '11:15'), span('on_call', '11:15', null)];
  const hours = hoursOf(spans, DAY, Date.parse(at('11:45')));
  expect(hours.map(({ fromMs }) => new Date(fromMs).toISOString().slice(11, 16))).toEqual([
    '09:00',
    '10:00',
    '11:00',
  ]);
  expect(hours[0]!.parts).toMatchObject([{ state: 'ready', start: 0.5, length: 0.5 }]);
  expect(hours[1]!.parts).toMatchObject([{ start: 0, length: 1 }]);
  expect(hours[2]!.parts).toMatchObject([
    { state: 'ready', start: 0, length: 0.25 },
    { state: 'on_call', start: 0.25, length: 0.5 },
  ]);
  const parts = hours.flatMap((hour) => hour.parts);
  expect(secondsByState(parts)).toEqual([
    ['ready', 105 * 60],
    ['on_call', 30 * 60],
  ]);
});

test('what began before the day is shown from its start on', () => {
  const before = { ...span('paused', '00:00', '00:30'), from: '2026-11-22T20:00:00Z' };
  const [hour] = hoursOf([before], DAY, DAY);
  expect(hour).toMatchObject({ fromMs: DAY, parts: [{ start: 0, length: 0.5 }] });
});
