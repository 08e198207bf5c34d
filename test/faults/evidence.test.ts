import { expect, test } from 'vitest';
import { evidenceIn, casesIn } from './evidence.ts';

const TABLES = [
  'check                  cases  verdict',
  'I3     the truth           2  1 VIOLATED',
  '',
  'limit              allowed  most seen',
  'PACE   in a second       3  4',
];

test('where every check holds there is no evidence, whatever tables are printed', () => {
  expect(evidenceIn(TABLES.join('\n'))).toEqual(new Map());
});

test('the report tells how many cases each check judged', () => {
  const verdicts = ['holds', 'not exercised', 'still running: 3 under way', '2 VIOLATED'];
  const rows = verdicts.map(
    (verdict, index) => `I${index}     a, b 2  or c       ${index}  ${verdict}`,
  );
  expect(casesIn([TABLES[0], ...rows, '', ...TABLES.slice(3)].join('\n'))).toEqual(
    new Map(verdicts.map((_, index) => [`I${index}`, index])),
  );
});

test('each check that does not hold comes with its lines', () => {
  const report = [...TABLES, '', 'I3: the truth', '  c1.1.1: no', '  and 2 more', ''];
  const floor = ['FLOOR: enough calls', '  3 accepted calls, at least 5 were wanted', ''];
  expect(evidenceIn([...report, ...floor].join('\n'))).toEqual(
    new Map([
      ['I3', ['c1.1.1: no', 'and 2 more']],
      ['FLOOR', ['3 accepted calls, at least 5 were wanted']],
    ]),
  );
});
