import { describe, expect, test } from 'vitest';
import { judgeRefusal, meaningOf, type PostObservation } from '../../src/domain/placement.ts';

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

describe('what a refusal asks of us', () => {
  const limits = { pauseAfterRefusals: 3, maxWaits: 2 };
  const first = { refusalsInARow: 1, triesOfThisCall: 1 };
  const judge = (status: number, more: { code?: string; details?: string } = {}, counts = first) =>
    judgeRefusal({ status, code: more.code, details: more.details }, counts, limits);

  test.each([402, 409])('%i speaks of the account: a hold with probes', (status) => {
    expect(judge(status)).toEqual({ kind: 'hold', probing: 'automatic' });
  });

  test('403 is lifted by a person', () => {
    expect(judge(403)).toEqual({ kind: 'hold', probing: 'by-person' });
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

  test('a refusal for now waits, a bounded number of times', () => {
    expect(judge(429)).toEqual({ kind: 'wait' });
    expect(judge(429, {}, { refusalsInARow: 0, triesOfThisCall: 3 })).toEqual({
      kind: 'pause-campaign',
    });
  });
});
