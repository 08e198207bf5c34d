/** Reads Prometheus' text format, so that tests can ask for names, labels and values. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** @throws Error for a line that is neither a comment nor a series */
export function seriesOf(text: string): Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`no series: ${line}`);
      return { name, labels: labelsOf(labels), value: Number(value) };
    });
}

const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name!, value!]),
  );

/** Undefined: there is no such series. */
export const valueOf = (
  text: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined =>
  seriesOf(text).find(
    (one) =>
      one.name === name &&
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )?.value;
