import { expect, test } from 'vitest';
import { hasSameHours, withHours } from '../../../../src/dashboard/pages/policy/hours-choice.ts';
import { bodyOf, draftOf } from '../../../../src/dashboard/pages/policy/policy-draft.ts';

const DRAFT = draftOf({ name: 'Autumn survey' });
const OWN = draftOf({
  calling_window: { hours: [{ weekdays: ['sat'], from: '10:00', to: '12:00' }] },
});

test('office hours are a calling window of working days', () => {
  expect(bodyOf(withHours(DRAFT, 'office'))).toMatchObject({
    calling_window: {
      hours: [{ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
    },
  });
});

test('at any time there is no window, and a preset brings its own', () => {
  for (const choice of ['always', 'preset us-fcc'] as const)
    expect(bodyOf(withHours(OWN, choice))).not.toHaveProperty('calling_window');
});

test('own hours stay as they were set', () => {
  expect(withHours(OWN, 'own')).toBe(OWN);
  expect(hasSameHours(DRAFT, OWN)).toBe(false);
  expect(hasSameHours(OWN, { ...OWN, texts: { ...OWN.texts, '/name': 'Other' } })).toBe(true);
});
