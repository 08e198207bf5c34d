import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyTooManyUnknown } from '../../../src/domain/account/unknown-row.ts';

test.each([
  [{ ofCampaign: 4, ofAccount: 4 }, undefined],
  [{ ofCampaign: 5, ofAccount: 5 }, 'the outcome of 5 placements in a row is unknown'],
  [{ ofCampaign: 5, ofAccount: 1 }, 'the outcome of 5 placements in a row is unknown'],
  [
    { ofCampaign: 2, ofAccount: 5 },
    'the outcome of 5 placements of the account in a row is unknown',
  ],
])('at a limit of 5, %j means: %s', (row, why) => {
  expect(whyTooManyUnknown(row, 5)).toBe(why);
});

test('a limit of one is named in the singular', () => {
  const row = { ofCampaign: 1, ofAccount: 1 };
  expect(whyTooManyUnknown(row, 1)).toBe('the outcome of a placement is unknown');
});

const COUNT = fc.integer({ min: 1, max: 50 });
test('a longer row or a lower limit never lets a campaign go on, and without a limit it always does', () => {
  fc.assert(
    fc.property(COUNT, COUNT, COUNT, (ofCampaign, ofAccount, limit) => {
      const row = { ofCampaign, ofAccount };
      expect(whyTooManyUnknown(row, null)).toBeUndefined();
      if (whyTooManyUnknown(row, limit + 1) === undefined) return;
      expect(whyTooManyUnknown(row, limit)).toBeDefined();
      expect(whyTooManyUnknown({ ...row, ofCampaign: ofCampaign + 1 }, limit)).toBeDefined();
      expect(whyTooManyUnknown({ ...row, ofAccount: ofAccount + 1 }, limit)).toBeDefined();
    }),
  );
});
