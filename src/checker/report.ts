import type { Result } from './run-checks.ts';

/** Violations quote foreign text, whose control and direction characters could change how the verdict is displayed. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return `\\u{${code}}`;
  });

export function report(results: Result[], limit: number): string {
  const width = Math.max(...results.map(({ rule }) => rule.length));
  const rows = results.map((result) => {
    const { id, rule, cases } = result;
    return `${id.padEnd(7)}${rule.padEnd(width)}  ${String(cases).padStart(8)}  ${verdictOf(result)}`;
  });
  const head = `${'check'.padEnd(7)}${''.padEnd(width)}  ${'cases'.padStart(8)}  verdict`;
  const broken = results.filter(({ violations }) => violations.length > 0);
  const evidence = broken.flatMap((result) => evidenceOf(result, limit));
  return [head, ...rows, ...mostSeen(results), ...evidence, ''].join('\n');
}

function verdictOf({ cases, violations, underWay = 0 }: Result): string {
  if (violations.length > 0) return `${violations.length} VIOLATED`;
  if (underWay > 0) return `still running: ${underWay} under way`;
  return cases === 0 ? 'not exercised' : 'holds';
}

function mostSeen(results: Result[]): string[] {
  const seen = results.flatMap(({ id, seen = [] }) => seen.map((one) => ({ id, ...one })));
  if (seen.length === 0) return [];
  const width = Math.max(...seen.map(({ what }) => what.length));
  const rows = seen.map(
    ({ id, what, limit, most }) =>
      `${id.padEnd(7)}${printable(what).padEnd(width)}  ${limit.padStart(12)}  ${printable(most)}`,
  );
  return [
    '',
    `${'limit'.padEnd(7)}${''.padEnd(width)}  ${'allowed'.padStart(12)}  most seen`,
    ...rows,
  ];
}

function evidenceOf({ id, rule, violations }: Result, limit: number): string[] {
  const shown = violations.slice(0, limit).map((violation) => `  ${printable(violation)}`);
  const rest = violations.length - shown.length;
  return ['', `${id}: ${rule}`, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}
