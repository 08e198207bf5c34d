/** What the checker printed of the checks that do not hold, by their ids. */
export type Evidence = Map<string, string[]>;

/** Below its tables each broken check has a paragraph: `ID: what it says`, then its evidence. */
export function evidenceIn(report: string): Evidence {
  const paragraphs = report.split('\n\n').map((paragraph) => paragraph.trim().split('\n'));
  return new Map(
    paragraphs.flatMap(([head = '', ...evidence]) => {
      const [, id] = /^([A-Z]\w*): /u.exec(head) ?? [];
      return id === undefined ? [] : [[id, evidence.map((line) => line.trim())]];
    }),
  );
}
