import { expect, test } from 'vitest';
import { CallShare } from '../../../src/activities/campaigns/call-share.ts';

test('a worker that is alone takes every call', () => {
  const share = new CallShare(() => 1_000, { most: 300 });
  share.note({ workers: 1, calls: 1_000 });
  expect(share.takesNext()).toBe(true);
});

test('one of several takes calls until it has its share, and counts those started since the measurement', () => {
  let here = 0;
  const share = new CallShare(() => here);
  share.note({ workers: 4, calls: 0 });
  for (let started = 0; started < 100; started++) if (share.takesNext()) here++;
  expect(here).toBe(25);
  share.note({ workers: 4, calls: 40 });
  expect(share.takesNext()).toBe(false);
});

test('one whose memory is full leaves the next calls to others', () => {
  const share = new CallShare(() => 300, { most: 300 });
  share.note({ workers: 2, calls: 2_000 });
  expect(share.takesNext()).toBe(false);
});

test('where the server chooses the build of a call, no call begins here by itself', () => {
  expect(new CallShare(() => 0, { never: true }).takesNext()).toBe(false);
});
