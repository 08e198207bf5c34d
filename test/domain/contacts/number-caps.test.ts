import { expect, test } from 'vitest';
import { askCaps, NO_CAPS, type NumberCaps } from '../../../src/domain/contacts/number-caps.ts';
import { DAY_MS } from '../../../src/domain/zone.ts';

const NOW_MS = Date.UTC(2036, 4, 6, 12);
const zones = ['Europe/Paris'];

test.each<[string, Partial<NumberCaps>, number]>([
  ['least gap', { leastGapMs: 60_000 }, NOW_MS + 60_000],
  ['rolling cap', { rolling: [{ days: 7, most: 1 }] }, NOW_MS + 7 * DAY_MS],
  ['cap of a day', { perDay: 1 }, Date.UTC(2036, 4, 6, 22)],
])(
  'a dial by a clock that was a day ahead counts for the %s as one of now, and no longer',
  (_, cap, untilMs) => {
    const facts = { caps: { ...NO_CAPS, ...cap }, dialsMs: [NOW_MS + DAY_MS], said: {}, zones };
    expect(askCaps(facts, NOW_MS)).toMatchObject({ kind: 'closed', untilMs });
  },
);
