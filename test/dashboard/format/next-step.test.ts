import { expect, test } from 'vitest';
import { nextStep } from '../../../src/dashboard/format/next-step.ts';

test.each([0, 429, 503])('after status %i the page repeats only what it polls', (status) => {
  expect(nextStep({ status })).toContain('It is not repeated by itself: retry in a moment.');
  expect(nextStep({ status, repeatMs: 1_500 })).toContain('It is repeated by itself every 2 s.');
  expect(nextStep({ status, repeatMs: 30_000 })).toContain('It is repeated by itself every 30 s.');
});

test('what to do is what the server says, whatever the status is', () => {
  const remedy = 'Choose another one, or change the one that has it.';
  for (const status of [403, 404, 409, 412, 422, 500]) {
    expect(nextStep({ status, remedy, repeatMs: 1_500 })).toBe(remedy);
  }
  expect(nextStep({ status: 503, remedy: 'Ask again in a minute.', repeatMs: 1_500 })).toBe(
    'It is repeated by itself every 2 s. Ask again in a minute.',
  );
});

test('an answer that is not Dialwright’s says whom to ask', () => {
  expect(nextStep({ status: 502 })).toContain('proxy');
  expect(nextStep({ status: 404 })).toContain('did not come from Dialwright');
  expect(nextStep({ status: 0 })).toContain('dialwright doctor');
});
