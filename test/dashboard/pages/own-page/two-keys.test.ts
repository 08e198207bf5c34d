import { expect, test } from 'vitest';
import {
  CALLBACK_TIMES,
  commandOf,
  isLead,
} from '../../../../src/dashboard/pages/own-page/two-keys.ts';

test('two keys set an outcome, a callback or a pause, and hang up', () => {
  expect(commandOf('o', '1')).toEqual({ do: 'outcome', index: 0 });
  expect(commandOf('c', '3')).toEqual({ do: 'callback', index: 2 });
  expect(commandOf('p', '2')).toEqual({ do: 'pause', index: 1 });
  expect(commandOf('h', 'h')).toEqual({ do: 'hang-up' });
});

test('a second key that means nothing does nothing', () => {
  for (const key of ['0', 'x', 'Enter', 'constructor']) {
    expect(commandOf('o', key)).toBeUndefined();
    expect(commandOf('h', key)).toBeUndefined();
    expect(commandOf(undefined, key)).toBeUndefined();
  }
  expect(isLead('toString')).toBe(false);
});

test('callback times are ahead, by the clock of the agent', () => {
  const now = new Date(2026, 10, 23, 22, 30);
  for (const { at } of CALLBACK_TIMES) expect(at(now).getTime()).toBeGreaterThan(now.getTime());
  const tomorrow = CALLBACK_TIMES[2]!.at(now);
  expect([tomorrow.getDate(), tomorrow.getHours(), tomorrow.getMinutes()]).toEqual([24, 9, 0]);
});
