import { expect, test } from 'vitest';
import { nextStep } from '../../../src/dashboard/format/next-step.ts';

test.each([0, 429, 503])('after status %i the page repeats only what it polls', (status) => {
  expect(nextStep({ status })).toContain('It is not repeated by itself: retry in a moment.');
  expect(nextStep({ status, repeatMs: 1_500 })).toContain('It is repeated by itself every 2 s.');
  expect(nextStep({ status, repeatMs: 30_000 })).toContain('It is repeated by itself every 30 s.');
});

test('other refusals say what to do, whether they are repeated or not', () => {
  expect(nextStep({ status: 403, repeatMs: 1_500 })).toContain('key that has the needed role');
  expect(nextStep({ status: 500 })).toContain('log');
  expect(nextStep({ status: 422 })).toContain('Correct it');
});
