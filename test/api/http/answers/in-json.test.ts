import { expect, onTestFinished, test } from 'vitest';
import { inJson } from '../../../../src/api/http/answers/in-json.ts';
import { startApi } from '../../api-under-test.ts';

test('names get underscores, and instants become text', () => {
  const row = { rowKey: 'a', p50Ms: 1, dueAtMs: 0, endedAtMs: null, untilMs: 1, notBeforeMs: null };
  expect(inJson(row)).toEqual({
    row_key: 'a',
    p50_ms: 1,
    due_at: '1970-01-01T00:00:00.000Z',
    ended_at: null,
    until: '1970-01-01T00:00:00.001Z',
    not_before: null,
  });
});

test('durations and what is within objects stay as they are', () => {
  const row = { durationMs: 5, agentAloneMs: 7, counts: { 'agent-unreached': 1, leftOut: 2 } };
  expect(inJson(row)).toEqual({
    duration_ms: 5,
    agent_alone_ms: 7,
    counts: { 'agent-unreached': 1, leftOut: 2 },
  });
});

test('an answer has what its schema describes, and nothing else that the store gives', async () => {
  const on = await startApi();
  onTestFinished(() => on.stop());
  const answer = await on.post('/v1/privacy/erase', { number: '+12025550126' });
  expect(answer.statusCode).toBe(202);
  expect(answer.json()).not.toHaveProperty('subject_hash');
});
