/** Reads what a list says about calls, in the words of spreadsheets in several languages. */

const listed = (values: string): readonly string[] => values.split(', ');

const YES: ReadonlySet<string> = new Set(
  listed(
    'true, t, yes, y, 1, x, on, ✓, ✔, ja, j, wahr, oui, vrai, si, vero, verdadero, sim, verdadeiro, ' +
      'waar, tak, prawda',
  ),
);
const NO: ReadonlySet<string> = new Set([
  '',
  ...listed(
    'false, f, no, n, 0, off, nein, falsch, non, faux, falso, nao, nee, onwaar, nie, falsz',
  ),
]);

/**
 * @param written null: nothing. Of several columns, with `|` between their values, one that says yes counts
 */
export function readDoNotCall(written: string | null): 'yes' | 'no' | 'unreadable' {
  if (written === null) return 'no';
  const values = written.split('|').map(plain);
  if (values.some((value) => YES.has(value))) return 'yes';
  return values.every((value) => NO.has(value)) ? 'no' : 'unreadable';
}

const plain = (value: string): string =>
  value.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
