import { expect, test } from 'vitest';
import type { CampaignProgress } from '../../src/terminal/api-shapes.ts';
import {
  finished,
  isOver,
  leftovers,
  progressLine,
  summary,
} from '../../src/terminal/campaign-format.ts';
import { progressOf } from './progress-of.ts';

test('a locked contact counts as finished: it waits for a person, and nobody calls it again', () => {
  expect(finished(progressOf({ byState: { due: 1, claimed: 2, final: 3, locked: 4 } }))).toBe(7);
});

test('the line shows how far it is, what is live, what it cost, and why it waits', () => {
  const progress = progressOf({ byState: { due: 5, final: 5 } });
  expect(progressLine({ ...progress, waiting_for: waiting })).toBe(
    '5/10 contacts · 2 live · cost 0.5 · waiting: every ready agent is on a call',
  );
  expect(progressLine({ ...progress, waiting_for: waiting }, 120)).toBe(
    '████████████░░░░░░░░░░░░ 5/10 contacts · 2 live · cost 0.5 · waiting: every ready agent is on a call',
  );
  expect(progressLine(progress)).toContain('· dialling');
});

test('calls that are polled because webhooks are lost are shown, in less than 80 columns', () => {
  const polled_reason = 'webhooks do not arrive';
  const line = progressLine({ ...progressOf({}), polled_reason });
  expect(line).toContain('· dialling, polled: webhooks do not arrive');
  expect(line.length).toBeLessThan(80);
});

test('while it dials, the recordings that are queued are shown, in less than 80 columns', () => {
  const line = progressLine(progressOf({ byRecording: { stored: 3, wanted: 40, expected: 2 } }));
  expect(line).toContain('· 42 recordings queued · dialling');
  expect(line.length).toBeLessThan(80);
});

test('after the end, costs and recordings that are still to come are named', () => {
  const progress = progressOf({
    state: 'completed',
    bySettlement: { open: 2, settled: 8 },
    byRecording: { stored: 3, wanted: 1, expected: 1, missing: 1 },
  });
  expect(isOver(progress)).toBe(true);
  expect(leftovers(progress)).toEqual({ costs: 2, recordings: 2 });
  expect(progressLine(progress)).toContain('completed, 2 costs and 2 recordings to come');
});

test('a change of many contacts shows how far it is', () => {
  const contact_job = {
    kind: 'close',
    done: 500,
    total: 1200,
    begun_at: '2026-11-21T10:00:00.000Z',
  } as const;
  const progress = { ...progressOf({ state: 'cancelled' }), contact_job };
  expect(progressLine(progress)).toMatch(/ cancelled, closing contacts: 500 of 1200$/);
});

test.each([100, 120, 300])(
  'at %d columns the line has its bar, however long the reason of a wait',
  (columns) => {
    for (let letters = 1; letters < columns; letters++) {
      const text = 'x'.repeat(letters);
      const line = progressLine({ ...progressOf({}), waiting_for: { ...waiting, text } }, columns);
      expect(line).toMatch(/^[█░]{8,24} /);
      expect(line.length).toBeLessThan(columns);
    }
  },
);

test('a campaign without contacts has a bar all the same', () => {
  expect(progressLine(progressOf({ byState: {} }))).toContain(' 0/0 contacts');
});

test('the table counts contacts and calls by disposition, unknown ones too, and shows what is missing', () => {
  const text = summary({
    ...progressOf({
      state: 'completed',
      byState: { final: 2, locked: 1 },
      bySettlement: { unsettled: 1 },
      byRecording: { stored: 1, missing: 1 },
    }),
    ...withDispositions(
      { completed: 2, unknown: 1 },
      { completed: 2, 'agent-unreached': 1, unknown: 1 },
    ),
  });
  expect(text).toBe(
    `Campaign cabc (Autumn): completed

disposition      contacts  calls
completed               2      2
unknown                 1      1
agent-unreached         0      1
total                   3      4

total cost  0.5 (1 calls unsettled)
recordings  1 stored, 1 missing`,
  );
});

const waiting = {
  reason: 'agents-busy' as const,
  text: 'every ready agent is on a call',
  until: null,
  since: '2026-11-21T10:00:00.000Z',
};

function withDispositions(
  contacts: Record<string, number>,
  calls: Record<string, number>,
): Pick<CampaignProgress, 'contacts' | 'calls'> {
  const { contacts: c, calls: k } = progressOf({
    byState: { final: 2, locked: 1 },
    bySettlement: { unsettled: 1 },
    byRecording: { stored: 1, missing: 1 },
  });
  return {
    contacts: { ...c, by_disposition: contacts },
    calls: { ...k, total: 4, by_disposition: calls },
  };
}
