import { expect, test } from 'vitest';
import {
  marksOf,
  marksWithin,
  type Happened,
  type Standing,
} from '../../../../src/dashboard/pages/statistics/day-marks.ts';

const DAY_MS = Date.parse('2026-11-23T00:00:00Z');
const at = (hour: number) => DAY_MS + hour * 3_600_000;
const NOTHING: Standing = { account: undefined, alerts: [], campaigns: [] };
const day = { fromMs: at(0), toMs: at(24) };
const nameOf = (id: string) => ({ c1: 'Spring' })[id] ?? id;

function event(hour: number, type: Happened['type'], data: Happened['data'] = {}): Happened {
  const campaign = type.startsWith('campaign.') || type === 'alert.budget' ? 'c1' : null;
  const subject = campaign ? `campaigns/${campaign}` : 'account';
  return { type, timestamp: new Date(at(hour)).toISOString(), subject, campaign, data };
}
const marks = (events: readonly Happened[], standing = NOTHING) =>
  marksWithin(marksOf(events, standing, nameOf), day);

test('a hold lasts until it is lifted, and a hold that is opened for another reason is another mark', () => {
  const refused = { reason: '402 insufficient_funds' };
  const events = [
    event(11, 'hold.lifted', { reason: '403 forbidden' }),
    event(9, 'hold.opened', refused),
    event(10, 'hold.opened', { reason: '403 forbidden' }),
  ];
  expect(marks(events)).toEqual([
    { lane: 'hold', fromMs: at(9), toMs: at(10), text: 'No balance left at the carrier' },
    { lane: 'hold', fromMs: at(10), toMs: at(11), text: 'The carrier does not permit these calls' },
  ]);
});

test('a pause has the name of its campaign and its reason, and ends with any move of the campaign', () => {
  for (const type of ['campaign.resumed', 'campaign.cancelled', 'campaign.draining'] as const) {
    const events = [
      event(9, 'campaign.paused', { reason: 'lunch', previous_state: 'running' }),
      event(10, type, { previous_state: 'paused' }),
    ];
    expect(marks(events)).toEqual([
      { lane: 'pause', fromMs: at(9), toMs: at(10), text: 'Spring is paused: lunch' },
    ]);
  }
});

test('a campaign that ends without a pause leaves no mark', () => {
  expect(marks([event(9, 'campaign.completed', { previous_state: 'running' })])).toEqual([]);
});

test('what goes on has no end; what began before the day begins with it', () => {
  const raised = { status: 'raised', text: 'four fifths are spent' };
  expect(marks([event(9, 'alert.budget', raised)])).toEqual([
    { lane: 'alert', fromMs: at(9), toMs: Infinity, text: 'Spring: four fifths are spent' },
  ]);
  const cleared = {
    status: 'cleared',
    text: 'no webhook',
    raised_at: new Date(at(-3)).toISOString(),
  };
  expect(marks([event(1, 'alert.ingress-silent', cleared)])).toEqual([
    { lane: 'alert', fromMs: at(0), toMs: at(1), text: 'no webhook' },
  ]);
  expect(marks([event(-2, 'account.stopped'), event(-1, 'account.going')])).toEqual([]);
});

test('what stands since before the events that were read is on the day, once', () => {
  const alert = {
    kind: 'no-agents',
    subject: 'campaigns/c1',
    campaign: 'c1',
    text: 'nobody is ready',
    raised_at: new Date(at(-1)).toISOString(),
  } as const;
  const standing: Standing = {
    account: { hold: null, stopped: { since: new Date(at(-5)).toISOString(), reason: 'drill' } },
    alerts: [alert],
    campaigns: [
      { id: 'c1', state: 'paused' },
      { id: 'c2', state: 'running' },
    ],
  };
  const texts = ['Everything is stopped: drill', 'Spring is paused', 'Spring: nobody is ready'];
  expect(marks([], standing).map(({ text }) => text)).toEqual(texts);
  expect(marks([], standing).every((mark) => mark.fromMs === at(0))).toBe(true);
  const paused = event(9, 'campaign.paused', { reason: null, previous_state: 'running' });
  expect(marks([paused], standing).filter(({ lane }) => lane === 'pause')).toHaveLength(1);
});

test('the hold’s own alert is no second mark', () => {
  const events = [
    event(9, 'hold.opened', { reason: '402 insufficient_funds' }),
    event(9, 'alert.hold', { status: 'raised', text: 'refused' }),
  ];
  expect(marks(events)).toHaveLength(1);
});
