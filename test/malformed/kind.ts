import fc from 'fast-check';

/** One of the six ways in. An input holds all that is done with it, so that a seed gives the same run again. */
export interface KindOf<Input> {
  name: string;
  /** Part of all inputs. */
  share: number;
  inputs: fc.Arbitrary<Input>;
  /** Throws in, in order or side by side; answers with the outcome of each. */
  run(inputs: readonly Input[], book: Book): Promise<void>;
  /** Outcomes that a run must have reached, each at least so often in a hundred inputs of the kind. */
  floors: Record<string, number>;
  stop?(): Promise<void>;
}

export type Kind = Omit<KindOf<never>, 'inputs' | 'run'> & {
  throwIn(draw: { seed: number; count: number }, book: Book): Promise<void>;
};

export function kindOf<Input>(kind: KindOf<Input>): Kind {
  const { name, share, floors, inputs } = kind;
  return {
    name,
    share,
    floors,
    ...(kind.stop ? { stop: () => kind.stop!() } : {}),
    throwIn: ({ seed, count }, book) => kind.run(fc.sample(inputs, { seed, numRuns: count }), book),
  };
}

/** What the whole run has come to. */
export class Book {
  readonly outcomes = new Map<string, Map<string, number>>();
  readonly violations: string[] = [];
  readonly spentMs = new Map<string, number>();
  slowestMs = 0;

  count(kind: string, outcome: string): void {
    const of = this.outcomes.get(kind) ?? new Map<string, number>();
    of.set(outcome, (of.get(outcome) ?? 0) + 1);
    this.outcomes.set(kind, of);
  }

  violation(kind: string, what: string, input: unknown): void {
    this.violations.push(`${kind}: ${what}\n    ${describe(input)}`);
  }

  spent(kind: string, ms: number): void {
    this.spentMs.set(kind, (this.spentMs.get(kind) ?? 0) + ms);
  }

  took(ms: number): void {
    this.slowestMs = Math.max(this.slowestMs, ms);
  }

  inputsOf(kind: string): number {
    return [...(this.outcomes.get(kind)?.values() ?? [])].reduce((sum, n) => sum + n, 0);
  }
}

const LONGEST_SHOWN = 240;

/** Long texts are shortened: the seed brings them back. */
function describe(input: unknown): string {
  return JSON.stringify(input, (_key, value: unknown) => {
    const bytes = value as { type?: unknown; data?: number[] } | null;
    const isBuffer = bytes?.type === 'Buffer' && Array.isArray(bytes.data);
    const text = isBuffer ? Buffer.from(bytes.data!).toString('latin1') : value;
    if (typeof text !== 'string' || text.length <= LONGEST_SHOWN) return text;
    return `${text.slice(0, LONGEST_SHOWN)}… (${text.length})`;
  });
}
