import { expect, test } from 'vitest';
import { pauseUntil } from '../../../../src/dashboard/pages/agents/pause-until.ts';

const NOW = Date.parse('2026-11-23T09:00:00Z');

test('a pause ends after so many minutes, at a time, or when somebody ends it', () => {
  expect(pauseUntil('30', '', NOW)).toBe('2026-11-23T09:30:00.000Z');
  expect(pauseUntil('at', '2026-11-23T12:15', NOW)).toBe(
    new Date('2026-11-23T12:15').toISOString(),
  );
  expect(pauseUntil('', '2026-11-23T12:15', NOW)).toBeUndefined();
});
