import { expect, test } from 'vitest';
import { holdWords } from '../../../src/dashboard/format/hold-words.ts';

test.each([
  ['402 insufficient_funds', 'No balance left at the carrier'],
  ['403 click2call_disabled', 'The carrier does not permit these calls'],
  ['409 duplicate_request', 'The carrier refuses the account'],
  ['unknown', 'The carrier refuses the account'],
])('%s is told as: %s', (reason, title) => {
  const words = holdWords(reason);
  expect(words.title).toBe(title);
  // No code stands in front of an operator.
  expect(words.text).not.toMatch(/\d{3}|_/);
});
