import { describe, expect, test } from 'vitest';
import {
  endAfterRefusal,
  judgeRefusal,
  meaningOf,
  type PostObservation,
} from '../../../src/domain/calls/placement.ts';
import {
  NO_REFUSAL_RULES,
  ruleFor,
  type RefusalRule,
  type RefusalRules,
} from '../../../src/domain/calls/refusal-rules.ts';

type Answer = PostObservation & { kind: 'answer' };

function answer(status: number, more: Partial<Answer> = {}): Answer {
  return {
    kind: 'answer',
    status,
    success: status >= 200 && status < 300,
    carrierCallId: undefined,
    ownEnvelope: false,
    code: undefined,
    details: undefined,
    ...more,
  };
}

describe('what an answer to a POST means', () => {
  test('no readable answer after bytes went out is unknown, never a refusal', () => {
    expect(meaningOf({ kind: 'no-answer', why: 'reset' }).kind).toBe('unknown');
  });

  test.each([300, 301, 302, 307, 408, 418, 500, 502, 503, 504])('%i is unknown', (status) => {
    expect(meaningOf(answer(status, { ownEnvelope: true })).kind).toBe('unknown');
  });

  test.each([400, 401, 404, 429])(
    '%i is a refusal only in the envelope of the carrier',
    (status) => {
      expect(meaningOf(answer(status, { ownEnvelope: true })).kind).toBe('refused');
      expect(meaningOf(answer(status)).kind).toBe('unknown');
    },
  );

  test.each([402, 403, 409, 422])('%i is a documented refusal', (status) => {
    expect(meaningOf(answer(status)).kind).toBe('refused');
  });

  test('a success without a call id is unknown', () => {
    expect(meaningOf(answer(201)).kind).toBe('unknown');
  });

  test('a success with a call id is accepted', () => {
    const meaning = meaningOf(answer(201, { carrierCallId: 'c-1' }));
    expect(meaning).toEqual({ kind: 'accepted', carrierCallId: 'c-1', status: 201 });
  });

  test('nothing sent is not sent', () => {
    expect(meaningOf({ kind: 'not-sent', why: 'ECONNREFUSED' }).kind).toBe('not-sent');
  });
});

interface Asked {
  code?: string;
  details?: string;
}

describe('what a refusal asks of us', () => {
  const usual = { pauseAfterRefusals: 3, maxWaits: 2 };
  const first = { refusalsInARow: 1, triesOfThisCall: 1 };
  function judgeBy(rules: RefusalRules, status: number, more: Asked = {}, counts = first) {
    const refusal = { status, code: more.code, details: more.details };
    return judgeRefusal(refusal, ruleFor(refusal, rules, usual), counts);
  }

  describe('usually', () => {
    const judge = (status: number, more: Asked = {}, counts = first) =>
      judgeBy(NO_REFUSAL_RULES, status, more, counts);

    test.each([402, 403, 409])('%i speaks of the account: it opens the hold', (status) => {
      expect(judge(status)).toEqual({ kind: 'hold' });
    });

    test('422 fails the contact', () => {
      expect(judge(422, { code: 'invalid_destination' })).toEqual({ kind: 'fail-contact' });
    });

    test.each([{ code: 'invalid_a_cli' }, { details: '[{"field":"callback_url"}]' }])(
      '422 that names our own configuration pauses the campaign: %j',
      (more) => expect(judge(422, more)).toEqual({ kind: 'pause-campaign' }),
    );

    test('422 so many times in a row pauses the campaign', () => {
      expect(judge(422, {}, { refusalsInARow: 3, triesOfThisCall: 1 })).toEqual({
        kind: 'pause-campaign',
      });
    });

    test.each([400, 401, 404, 405, 406, 411, 413, 415, 429])(
      '%i waits, a bounded number of times',
      (status) => {
        expect(judge(status)).toEqual({ kind: 'wait' });
        expect(judge(status, {}, { refusalsInARow: 0, triesOfThisCall: 2 })).toEqual({
          kind: 'wait',
        });
        expect(judge(status, {}, { refusalsInARow: 0, triesOfThisCall: 3 })).toEqual({
          kind: 'pause-campaign',
        });
      },
    );
  });

  describe('by the rules of its campaign', () => {
    const rule = (more: Partial<RefusalRule>): RefusalRule => ({
      action: 'retry',
      afterMs: null,
      most: 1,
      ...more,
    });

    test.each([402, 403, 409])('%i holds the account, whatever they say', (status) => {
      const rules = { [status]: rule({ action: 'fail-contact' }), why: rule({}) };
      expect(judgeBy(rules, status, { code: 'why' }).kind).toBe('hold');
    });

    test('429 may fail the contact, and pause the campaign when it comes in a row', () => {
      const rules = { '429': rule({ action: 'fail-contact', most: 2 }) };
      expect(judgeBy(rules, 429)).toEqual({ kind: 'fail-contact' });
      const inARow = (refusalsInARow: number) =>
        judgeBy(rules, 429, {}, { refusalsInARow, triesOfThisCall: 1 });
      expect(inARow(2)).toEqual({ kind: 'fail-contact' });
      expect(inARow(3)).toEqual({ kind: 'pause-campaign' });
    });

    test('422 may be tried again, after a time and so many times', () => {
      const rules = { '422': rule({ afterMs: 60_000, most: 1 }) };
      expect(judgeBy(rules, 422)).toEqual({ kind: 'wait', afterMs: 60_000 });
      expect(judgeBy(rules, 422, {}, { refusalsInARow: 0, triesOfThisCall: 2 })).toEqual({
        kind: 'pause-campaign',
      });
    });

    test('404 may pause the campaign at once', () => {
      const rules = { '404': rule({ action: 'pause-campaign' }) };
      expect(judgeBy(rules, 404)).toEqual({ kind: 'pause-campaign' });
    });

    test('the code counts before the status, and a rule before what names our configuration', () => {
      const rules = {
        '422': rule({ action: 'pause-campaign' }),
        invalid_a_cli: rule({ action: 'fail-contact', most: 5 }),
      };
      expect(judgeBy(rules, 422, { code: 'invalid_a_cli' })).toEqual({ kind: 'fail-contact' });
      expect(judgeBy(rules, 422, { code: 'other' })).toEqual({ kind: 'pause-campaign' });
    });

    test('a code that the language itself knows is no rule', () => {
      expect(judgeBy(NO_REFUSAL_RULES, 429, { code: 'constructor' })).toEqual({ kind: 'wait' });
    });
  });
});

test('a refusal ends the call unless it waits, and refuses the contact only where it speaks of the contact', () => {
  expect(endAfterRefusal({ kind: 'fail-contact' })).toBe('refused');
  expect(endAfterRefusal({ kind: 'hold' })).toBe('not-dialled');
  expect(endAfterRefusal({ kind: 'pause-campaign' })).toBe('not-dialled');
  expect(endAfterRefusal({ kind: 'wait' })).toBeUndefined();
});
