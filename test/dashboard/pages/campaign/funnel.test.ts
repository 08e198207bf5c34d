import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callFunnel, contactFunnel } from '../../../../src/dashboard/pages/campaign/funnel.ts';
import { DISPOSITIONS } from '../../../../src/dashboard/format/words.ts';

test('contacts are counted by how far their last call came', () => {
  const by_last_disposition = {
    completed: 3,
    dropped: 1,
    'customer-unreached': 4,
    'agent-unreached': 2,
    'leg-unknown': 1,
    refused: 5,
    'not-dialled': 6,
  };
  expect(contactFunnel({ total: 40, by_last_disposition }).map(({ value }) => value)).toEqual([
    40, 11, 8, 4,
  ]);
});

test('no step of a funnel is larger than the one before', () => {
  const counts = fc.record(
    Object.fromEntries(Object.keys(DISPOSITIONS).map((name) => [name, fc.nat(1_000)])),
  );
  fc.assert(
    fc.property(counts, fc.nat(1_000), (by_last_disposition, others) => {
      const ended = Object.values(by_last_disposition).reduce((sum, value) => sum + value, 0);
      const values = contactFunnel({ total: ended + others, by_last_disposition }).map(
        ({ value }) => value,
      );
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    }),
  );
});

test('calls are counted by how far they came', () => {
  const steps = callFunnel({ placed: 9, agent_rang: 8, answered: 7, customer_rang: 5, bridged: 2 });
  expect(steps.map(({ value }) => value)).toEqual([9, 8, 7, 5, 2]);
});
