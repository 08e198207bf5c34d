import { expect, test } from 'vitest';
import { meaningOf } from '../../../src/domain/calls/placement.ts';
import { ACCOUNT_STATUSES, ruledStatuses } from '../../../src/domain/calls/refusal-statuses.ts';

test.each([[[]], [[423, 451]]])(
  'with %j added, exactly the statuses that may have a rule can be refusals',
  (added) => {
    const refusals = Array.from({ length: 500 }, (_, index) => index + 100).filter((status) => {
      const seen = { kind: 'answer', success: false, carrierCallId: undefined } as const;
      const answer = { ...seen, status, ownEnvelope: true, code: undefined, details: undefined };
      return meaningOf(answer, added).kind === 'refused';
    });
    expect(refusals.filter((status) => !ACCOUNT_STATUSES.includes(status))).toEqual(
      ruledStatuses(added),
    );
    expect(ACCOUNT_STATUSES.every((status) => refusals.includes(status))).toBe(true);
  },
);
