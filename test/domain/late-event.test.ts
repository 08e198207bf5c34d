import { expect, test } from 'vitest';
import { tellsNews, type KnownEnd } from '../../src/domain/late-event.ts';

const known: KnownEnd = { deepest: 'customer_ringing', confirmed: true, placed: 'yes' };

test.each([
  ['click2call.agent_ringing', known, false],
  ['click2call.customer_ringing', known, false],
  ['click2call.bridged', known, true],
  ['click2call.failed', known, false],
  ['click2call.failed', { ...known, confirmed: false }, true],
  ['click2call.finalized', known, true],
  ['click2call.some_day_new', known, false],
  ['click2call.agent_ringing', { ...known, deepest: null }, true],
  ['click2call.completed', { ...known, placed: 'no' }, false],
  ['click2call.agent_ringing', { ...known, placed: 'unknown' }, true],
  ['poke', { ...known, placed: 'unknown' }, true],
  ['poke', known, false],
] as const)('late %s for %j tells news: %s', (name, end, news) => {
  expect(tellsNews(name, end)).toBe(news);
});
