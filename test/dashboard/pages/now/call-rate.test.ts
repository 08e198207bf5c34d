import { expect, test } from 'vitest';
import { callRate, sinceFirstCall } from '../../../../src/dashboard/pages/now/call-rate.ts';

const quarter = (from: string, to: string, placed: number) => ({
  from: `2026-11-23T${from}:00Z`,
  to: `2026-11-23T${to}:00Z`,
  placed,
});
const buckets = [
  quarter('09:00', '09:15', 900),
  quarter('09:15', '09:30', 30),
  quarter('09:30', '09:45', 15),
  quarter('09:45', '10:00', 0),
];
const at = (time: string) => Date.parse(`2026-11-23T${time}:00Z`);

test('nothing is known before the first quarter', () => {
  expect(callRate(buckets, at('08:59'))).toBeUndefined();
  expect(callRate([], at('09:30'))).toBeUndefined();
});

test('the rate is that of the running quarter and the one before it, and says of how long it is the mean', () => {
  expect(callRate(buckets, at('09:40'))).toEqual({ perMinute: 45 / 25, seconds: 25 * 60 });
});

test('a quarter that has just begun does not make the rate large', () => {
  expect(callRate(buckets.slice(0, 1), at('09:00'))).toEqual({ perMinute: 900, seconds: 60 });
});

test('the empty time before the first call is left out, as far as a chart has a few bars', () => {
  const day = Array.from({ length: 40 }, (_, index) =>
    quarter('09:00', '09:15', index < 20 ? 0 : 1),
  );
  expect(sinceFirstCall(day)).toHaveLength(20);
  expect(sinceFirstCall(day.slice(0, 25))).toHaveLength(12);
  expect(sinceFirstCall(day.slice(0, 15))).toHaveLength(12);
  expect(sinceFirstCall(day.slice(0, 5))).toHaveLength(5);
});
