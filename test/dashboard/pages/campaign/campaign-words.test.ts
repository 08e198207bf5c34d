import { expect, test } from 'vitest';
import { contactFilterOf } from '../../../../src/dashboard/format/contact-words.ts';
import { preflightText } from '../../../../src/dashboard/pages/campaign/preflight-text.ts';

test('filters that the API does not know are left out', () => {
  expect(
    contactFilterOf(new URLSearchParams('state=due&reason=window&disposition=completed')),
  ).toEqual({
    state: 'due',
    reason: 'window',
    disposition: 'completed',
  });
  expect(contactFilterOf(new URLSearchParams('state=gone&reason=toString&why=1'))).toEqual({});
});

test('a preflight says in one sentence who would be dialled', () => {
  const group = (contacts: number) => ({
    reason: 'window',
    text: 'closed',
    contacts,
    examples: [],
  });
  const contacts = {
    total: 2000,
    to_dial: 1900,
    now: 480,
    later: [group(1400), group(40)],
    on_call: 0,
    skipped: [group(80)],
  };
  expect(preflightText({ contacts }, 'en-GB')).toBe(
    'Of 2,000 contacts: 480 may be dialled at once, 1,440 later, 80 not at all.',
  );
  expect(preflightText({ contacts: { ...contacts, total: 0 } })).toBe(
    'The campaign has no contacts.',
  );
});
