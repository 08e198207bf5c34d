import { expect, test } from 'vitest';
import {
  fittingAgents,
  poolNames,
  poolsOfAll,
} from '../../../../src/dashboard/pages/agents/agent-list.ts';

const since = '2026-11-23T09:00:00Z';
const ADA = {
  id: 'ada',
  name: 'Ada Example',
  pools: ['sales', 'spanish'],
  activity: { state: 'ready' as const, since },
};
const BEN = {
  id: 'desk-07',
  name: 'Ben Example',
  pools: ['sales'],
  activity: { state: 'paused' as const, since },
};
const ALL = { pool: '', state: '', text: '' };

test('agents are found by pool, by state, and by a part of the name or the id', () => {
  const found = (filter: object) =>
    fittingAgents([ADA, BEN], { ...ALL, ...filter }).map(({ id }) => id);
  expect(found({})).toEqual(['ada', 'desk-07']);
  expect(found({ pool: 'spanish' })).toEqual(['ada']);
  expect(found({ state: 'paused' })).toEqual(['desk-07']);
  expect(found({ text: ' ADA e' })).toEqual(['ada']);
  expect(found({ text: 'desk' })).toEqual(['desk-07']);
  expect(found({ pool: 'spanish', state: 'paused' })).toEqual([]);
});

test('the pools of all agents are named once, in order', () => {
  expect(poolsOfAll([BEN, ADA])).toEqual(['sales', 'spanish']);
});

test('names of pools are separated by commas or semicolons', () => {
  expect(poolNames(' sales, spanish;night ,')).toEqual(['sales', 'spanish', 'night']);
});
