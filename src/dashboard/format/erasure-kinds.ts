import { count } from './numbers.ts';
import { sentence } from './words.ts';

/** `{calls: 2, import_rows: 1}` → "calls 2, import rows 1", the most first */
export function kindsText(kinds: Readonly<Record<string, number>>, locale?: string): string {
  const shown = Object.entries(kinds)
    .filter(([, found]) => found > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, found]) => `${sentence(kind).toLowerCase()} ${count(found, locale)}`);
  return shown.length === 0 ? 'nothing' : shown.join(', ');
}
