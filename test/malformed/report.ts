import type { Book, Kind } from './kind.ts';

interface Run {
  seed: number;
  inputs: number;
  kinds: readonly Kind[];
  /** After a collection at the end of each quarter, in bytes. */
  heap: readonly { server: number; client: number }[];
  seconds: number;
}

/** Wide: caches that are bounded may fill; what grows with the inputs does not stay within it. */
const HEAP_MAY_GROW_TO = 1.5;
const HEAP_MAY_GROW_BY = 16 * 1_048_576;
/** A run that is too short to fill a kind proves nothing of it. */
const LEAST_OF_A_KIND = 20;
const SLOWEST_ALLOWED_MS = 15_000;

/** What a run has not reached, or kept for good. */
export function shortcomings({ kinds, heap }: Run, book: Book): string[] {
  const found: string[] = [];
  for (const { name, floors } of kinds) {
    const thrown = book.inputsOf(name);
    if (thrown < LEAST_OF_A_KIND) found.push(`${name}: only ${thrown} inputs`);
    for (const [outcome, inAHundred] of Object.entries(floors)) {
      const reached = book.outcomes.get(name)?.get(outcome) ?? 0;
      const least = Math.floor((thrown * inAHundred) / 100);
      if (reached < least)
        found.push(`${name}: "${outcome}" ${reached} times, at least ${least} are needed`);
    }
  }
  for (const side of ['server', 'client'] as const) {
    const [first, last] = [heap[0]![side], heap.at(-1)![side]];
    if (last > first * HEAP_MAY_GROW_TO + HEAP_MAY_GROW_BY) {
      found.push(`the ${side}'s heap grew from ${megabytes(first)} to ${megabytes(last)}`);
    }
  }
  if (book.slowestMs > SLOWEST_ALLOWED_MS)
    found.push(`the slowest answer took ${Math.round(book.slowestMs)} ms`);
  return found;
}

export function reportOf(run: Run, book: Book, faults: readonly string[]): string {
  const rows = run.kinds.flatMap(({ name }) => {
    const outcomes = [...(book.outcomes.get(name) ?? [])].toSorted((a, b) => b[1] - a[1]);
    const all = book.inputsOf(name);
    return [
      `| **${name}**, in ${Math.round((book.spentMs.get(name) ?? 0) / 1_000)} s | **${all}** | |`,
      ...outcomes.map(
        ([outcome, count]) => `| ${outcome} | ${count} | ${((100 * count) / all).toFixed(1)} % |`,
      ),
    ];
  });
  const heap = run.heap
    .map(({ server, client }) => `${megabytes(server)} / ${megabytes(client)}`)
    .join(', ');
  return [
    `# Malformed inputs, seed ${run.seed}`,
    '',
    `${run.inputs} inputs in ${run.seconds.toFixed(0)} s on Node ${process.versions.node}; slowest answer ${Math.round(book.slowestMs)} ms.`,
    `Heap after a collection at the end of each quarter, server / client: ${heap}.`,
    '',
    '| Kind and outcome | Inputs | Share |',
    '| --- | ---: | ---: |',
    ...rows,
    '',
    `Violations: ${book.violations.length}. Shortcomings of the run: ${faults.length}.`,
    ...faults.map((fault) => `- ${fault}`),
    ...shown(book.violations).map((violation) => `- ${violation}`),
    '',
  ].join('\n');
}

const MOST_SHOWN = 40;

function shown(violations: readonly string[]): string[] {
  const rest = violations.length - MOST_SHOWN;
  return [...violations.slice(0, MOST_SHOWN), ...(rest > 0 ? [`… and ${rest} more`] : [])];
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
