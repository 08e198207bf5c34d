import { expect, test } from 'vitest';
import { SharedValues } from '../../../src/activities/planning/shared-values.ts';
import { plannedContact } from '../../domain/planning/rehearsal/planned.ts';

test('a contact keeps its values, and equal ones are the same object', () => {
  const shared = new SharedValues();
  const said = { zones: ['Europe/Berlin', 'Europe/Paris'], agentId: 'a1', dialsMs: [1, 2] };
  const [one, other] = [plannedContact(1, said), structuredClone(plannedContact(2, said))];
  const [first, second] = [shared.in(one), shared.in(other)];
  expect([first, second]).toEqual([one, other]);
  expect(second.zones).toBe(first.zones);
  expect(second.past).toBe(first.past);
});

test('values that differ, or are null, stay apart', () => {
  const shared = new SharedValues();
  const past = { attempts: 1, calls: 1, byDisposition: { refused: 1 } };
  const contacts = [
    plannedContact(1),
    plannedContact(2, { past, suppressedUntilMs: Infinity, disposition: 'refused' }),
    plannedContact(3, { zones: [] }),
  ];
  expect(contacts.map((contact) => shared.in(contact))).toEqual(contacts);
});
