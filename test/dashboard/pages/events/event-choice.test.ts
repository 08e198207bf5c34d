import { expect, test } from 'vitest';
import {
  kindsOf,
  textOfTypes,
  typesOf,
} from '../../../../src/dashboard/pages/events/event-choice.ts';

test('types are separated by commas, spaces or lines, and each is there once', () => {
  expect(typesOf('call.*, alert.hold\ncall.*')).toEqual(['call.*', 'alert.hold']);
});

test('no type means all', () => {
  expect(typesOf(' , ')).toBeNull();
  expect(textOfTypes(null)).toBe('');
});

test('the kinds are shown once each', () => {
  expect(kindsOf(['call.ended', 'call.placed', 'hold.opened'])).toEqual(['call.*', 'hold.*']);
});
