/** What the checker printed of the checks that do not hold, by their ids. */
export type Evidence = Map<string, string[]>;

/** How many cases each check judged: the third column of its table. */
export function casesIn(report: string): Map<string, number> {
  const rows = report.matchAll(
    /^([A-Z]\w*) .*? {2}(\d+) {2}(?:holds|not exercised|still running.*|\d+ VIOLATED)$/gmu,
  );
  return new Map([...rows].map(([, id, cases]) => [id!, Number(cases)]));
}

/** Below its tables each broken check has a paragraph: `ID: its text`, then its evidence. */
export function evidenceIn(report: string): Evidence {
  const paragraphs = report.split('\n\n').map((paragraph) => paragraph.trim().split('\n'));
  return new Map(
    paragraphs.flatMap(([head = '', ...evidence]) => {
      const [, id] = /^([A-Z]\w*): /u.exec(head) ?? [];
      return id === undefined ? [] : [[id, evidence.map((line) => line.trim())]];
    }),
  );
}
