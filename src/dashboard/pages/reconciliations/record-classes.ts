/** What became of the carrier's call records in a comparison, and what a person does about it. */
import type { Schemas } from '../../../client/client.ts';
import type { Tone } from '../../format/words.ts';

export type Report = NonNullable<Schemas['ReconciliationSummary']['report']>;
type RecordClass = keyof Report['counts'] | 'missing' | 'unexplained';

export interface CountedClass {
  name: RecordClass;
  text: string;
  detail: string;
  tone: Tone;
  count: number;
}

/** What a person must look at stands first. */
const CLASSES: Record<RecordClass, Pick<CountedClass, 'text' | 'detail' | 'tone'>> = {
  differs: {
    text: 'Other cost',
    detail: 'The call has another cost here. Ours stays; ask the carrier which one it bills.',
    tone: 'bad',
  },
  conflicting: {
    text: 'Conflicting records',
    detail: 'Several records of one call differ. Nothing was changed; ask the carrier.',
    tone: 'bad',
  },
  doubtful: {
    text: 'Doubtful',
    detail:
      'The record may belong to one of these unknown calls, but does not prove it. Check them.',
    tone: 'warn',
  },
  unexplained: {
    text: 'Unknown, no record',
    detail: 'The call ended as unknown and has no record. Close it once you know its end.',
    tone: 'warn',
  },
  missing: {
    text: 'No record',
    detail: 'The carrier accepted the call and has no record of it. It may still come.',
    tone: 'warn',
  },
  not_ours: {
    text: 'Not ours',
    detail: 'No call here belongs to the record. Another program may use the account.',
    tone: 'warn',
  },
  settles: {
    text: 'Cost taken',
    detail: 'The call had no cost; that of the record was taken.',
    tone: 'good',
  },
  identifies: {
    text: 'Unknown call closed',
    detail: 'The record proves what became of an unknown call.',
    tone: 'good',
  },
  equal: { text: 'Equal', detail: 'Both have the same cost, to the last decimal.', tone: 'good' },
  unpriced: {
    text: 'No cost yet',
    detail: 'The record has no cost yet. A later comparison sees it again.',
    tone: 'quiet',
  },
  not_over: {
    text: 'Not over',
    detail: 'The call is live here. A later comparison sees it again.',
    tone: 'quiet',
  },
  repeated: { text: 'Repeated', detail: 'The same record came more than once.', tone: 'quiet' },
};

export function countedClasses({ counts, missing, unexplained }: Report): CountedClass[] {
  const found: Record<RecordClass, number> = { ...counts, missing, unexplained };
  return (Object.keys(CLASSES) as RecordClass[]).map((name) => ({
    name,
    ...CLASSES[name],
    count: found[name],
  }));
}

/** How many records and calls a person must look at. */
export const forPerson = (report: Report): number =>
  countedClasses(report)
    .filter(({ tone }) => tone === 'bad' || tone === 'warn')
    .reduce((sum, { count }) => sum + count, 0);
