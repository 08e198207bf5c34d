/** What outcome codes are about. Data that imports nothing, because the dashboard takes it to browsers. */

/** The caps of a number that read what people said of its calls. */
export const OUTCOME_CAPS = ['after-talk', 'after-refusal', 'after-silence'] as const;
export type OutcomeCap = (typeof OUTCOME_CAPS)[number];

interface Group {
  /** On pages. */
  text: string;
  /** The cap for which its calls count; null: none. */
  cap: OutcomeCap | null;
}

export const OUTCOME_GROUPS = {
  sale: { text: 'Sale', cap: 'after-talk' },
  talked: { text: 'Talked', cap: 'after-talk' },
  /** The person wants to be called: no cap may forbid it. */
  callback: { text: 'Callback', cap: null },
  refused: { text: 'Refused', cap: 'after-refusal' },
  'wrong-number': { text: 'Wrong number', cap: 'after-refusal' },
  machine: { text: 'Answering machine', cap: 'after-silence' },
  /** The person answered and heard nobody. */
  silent: { text: 'Silent call', cap: 'after-silence' },
  other: { text: 'Other', cap: null },
} as const satisfies Readonly<Record<string, Group>>;

export type OutcomeGroup = keyof typeof OUTCOME_GROUPS;
export const OUTCOME_GROUP_NAMES = Object.keys(OUTCOME_GROUPS) as readonly OutcomeGroup[];

/** The groups whose calls count for a cap. */
export const groupsOfCap = (cap: OutcomeCap): readonly OutcomeGroup[] =>
  OUTCOME_GROUP_NAMES.filter((group) => OUTCOME_GROUPS[group].cap === cap);
