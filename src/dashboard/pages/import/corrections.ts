/** Rows that were left out, and what a person makes of them. */
import type { Schemas } from '../../../client/client.ts';
import type { BodyOf } from '../../../client/requests.ts';
import { csvObjects } from './csv-text.ts';
import { COLUMNS } from './import-settings.ts';

/** Corrected values by line and column: `{"7": {"number": "+12025550107"}}`. */
export type Corrections = Readonly<Record<number, Readonly<Record<string, string>>>>;
type ContactInput = BodyOf<'/v1/campaigns/{campaignId}/contacts', 'post'>['contacts'][number];

export interface LeftOut {
  line: number;
  outcome: string;
  /** The column at fault; null: the whole row. */
  field: string | null;
  reason: string;
  /** What the row had, by our columns; undefined: not read yet. */
  written?: Readonly<Record<string, string>>;
}

/** Many reasons name their column themselves. */
export const reasonText = ({ field, reason }: Pick<LeftOut, 'field' | 'reason'>): string =>
  field === null || reason.startsWith(field) ? reason : `${field}: ${reason}`;

/** How many rows became what. */
export type Outcomes = Pick<
  Schemas['Import'],
  'accepted' | 'duplicate' | 'suppressed' | 'rejected'
>;

/** What an import came to with its corrected rows: all of them were rejected before. */
export function withCorrected<Report extends Outcomes>(
  report: Report,
  corrected: Outcomes,
): Report {
  const { accepted, duplicate, suppressed, rejected } = corrected;
  const sent = accepted + duplicate + suppressed + rejected;
  return {
    ...report,
    accepted: report.accepted + accepted,
    duplicate: report.duplicate + duplicate,
    suppressed: report.suppressed + suppressed,
    rejected: report.rejected - sent + rejected,
  };
}

/** A row of which one column is wrong can be corrected in place. */
export const isCorrectable = ({ outcome, field }: Pick<LeftOut, 'outcome' | 'field'>): boolean =>
  outcome === 'rejected' && field !== null && Object.hasOwn(COLUMNS, field);

export const withCorrection = (
  corrections: Corrections,
  line: number,
  [column, value]: [string, string],
): Corrections => ({ ...corrections, [line]: { ...corrections[line], [column]: value } });

/**
 * @param csv the file of left-out rows, as the API gives it
 * @param most further rows are not read
 */
export const leftOutOfCsv = (csv: string, most: number): LeftOut[] =>
  csvObjects(csv, most).map(({ line, outcome, field, reason, ...rest }) => ({
    line: Number(line),
    outcome: outcome ?? '',
    field: field || null,
    reason: reason ?? '',
    written: Object.fromEntries(
      Object.keys(COLUMNS).flatMap((column) =>
        rest[column] ? [[column, withoutApostrophe(rest[column])]] : [],
      ),
    ),
  }));

/** The file has it before what a spreadsheet would take for a formula or another number. */
const withoutApostrophe = (text: string) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠\d])/u, '');

/** How many of these rows have a correction. */
export const correctedLines = (
  corrections: Corrections,
  rows: readonly Pick<LeftOut, 'line'>[],
): number => rows.filter(({ line }) => corrections[line] !== undefined).length;

/** The rows with another value than they had, as contacts to send. */
export function correctedContacts(
  rows: readonly LeftOut[],
  corrections: Corrections,
): { line: number; contact: ContactInput }[] {
  return rows.flatMap(({ line, written }) => {
    const corrected = corrections[line];
    if (!written || !corrected) return [];
    const changed = Object.entries(corrected).some(
      ([column, value]) => value.trim() !== (written[column] ?? ''),
    );
    if (!changed) return [];
    const whole = Object.entries({ ...written, ...corrected }).filter(([, text]) => text.trim());
    return [{ line, contact: Object.fromEntries(whole) as unknown as ContactInput }];
  });
}
