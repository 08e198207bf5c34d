/** What an import would do with a list: the same rows, read and judged in the same way, and nothing is written. */
import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod';
import { suggestedMapping, type ColumnMapping } from '../../domain/lists/column-suggestion.ts';
import { countRows, type RowResult } from '../../domain/lists/row-counts.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Dedupe, ImportRow, JudgedRow } from '../../store/campaigns/import-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { Problem } from '../http/problem.ts';
import { Instant, iso } from '../http/schemas.ts';
import type { ContactReader } from './rows/contact-rows.ts';
import {
  COUNTS_VIEW,
  INLINE_ROWS,
  LeftOutReasonView,
  LeftOutView,
  dedupeView,
} from './import-view.ts';
import { rowsOf, type RowsBody } from './row-bodies.ts';
import { BATCH_ROWS } from './run-import.ts';

/** Reasons name suppression lists and countries, so there are few; this bounds them in every case. */
const MOST_REASONS = 1_000;

const MappingView = z.record(z.string(), z.string().nullable()).nullable();

export const ImportDryRunView = z.object({
  dry_run: z.literal(true),
  campaign_id: z.string(),
  checked_at: Instant.meta({
    description: 'Lists of suppressed numbers, contacts and agents may change after it.',
  }),
  ...COUNTS_VIEW,
  mapping: MappingView.meta({
    description:
      'What each column of CSV is, by its header; null: it is not read. Null for NDJSON and JSON.',
  }),
  suggested_mapping: MappingView.meta({
    description:
      'The same with columns that are not read and whose headers look like columns that the list lacks; it can be ' +
      'sent as `mapping`. Null: there are none.',
  }),
  left_out: z
    .array(
      LeftOutView.extend({
        value: z
          .string()
          .nullable()
          .meta({ description: 'What is in the column; null: the whole row is meant.' }),
        earlier_line: z
          .int()
          .nullable()
          .meta({ description: 'Line of the row of the same list that was first.' }),
      }).meta({ id: 'DryRunLeftOutRow' }),
    )
    .meta({ description: 'The first hundred rows that would be left out.' }),
  left_out_reasons: z
    .array(LeftOutReasonView)
    .meta({ description: 'Of all rows that would be left out, the most frequent reason first.' }),
});

type DryRunAnswer = z.infer<typeof ImportDryRunView>;

export interface DryRun {
  campaignId: CampaignId;
  dedupe: Dedupe;
  body: RowsBody;
  reader: ContactReader;
  /** The server stops, or nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** @throws StoreRefusal not-found, not-accepting-contacts; Problem if it was stopped */
export async function dryRunImport(
  { store, nowMs }: Pick<ResourceDeps, 'store' | 'nowMs'>,
  { campaignId, dedupe, body, reader, signal }: DryRun,
): Promise<DryRunAnswer> {
  const report = new DryRunReport();
  using run = store.dryRunImport({ campaignId, dedupe });
  const checkedAtMs = nowMs();
  let mapping: ColumnMapping | null = null;
  let batch: ImportRow[] = [];

  async function judge(): Promise<void> {
    if (signal.aborted) throw stopped();
    report.add(batch, await run.judge(batch, nowMs()));
    batch = [];
    await turn();
  }

  for await (const row of rowsOf({ ...body, onHeader: (found) => (mapping = found) })) {
    batch.push(...reader.read(row, campaignId));
    if (batch.length >= BATCH_ROWS) await judge();
  }
  await judge();
  return {
    dry_run: true,
    campaign_id: campaignId,
    checked_at: iso(checkedAtMs),
    ...dedupeView(dedupe),
    mapping,
    suggested_mapping: mapping && suggestedFor(mapping),
    ...report.answer(),
  };
}

const stopped = () =>
  new Problem({
    status: 503,
    code: 'server_stopping',
    detail: 'The server stops before the end of the dry run: send the request again.',
    headers: { 'retry-after': '5' },
  });

/** Null: no column that is not read looks like one that the list lacks. */
function suggestedFor(mapping: ColumnMapping): ColumnMapping | null {
  const read = Object.entries(mapping).filter(([, column]) => column !== null);
  const suggested = suggestedMapping(Object.keys(mapping), { fixed: Object.fromEntries(read) });
  const found = Object.values(suggested).filter((column) => column !== null);
  return found.length === read.length ? null : { ...mapping, ...suggested };
}

class DryRunReport {
  readonly #counts = { rows_read: 0, accepted: 0, duplicate: 0, suppressed: 0, rejected: 0 };
  readonly #leftOut: DryRunAnswer['left_out'] = [];
  readonly #reasons = new Map<string, DryRunAnswer['left_out_reasons'][number]>();

  add(rows: readonly ImportRow[], judged: readonly JudgedRow[]): void {
    for (const [index, row] of rows.entries()) this.#addRow(row, judged[index]!);
    const results = rows.map(({ line }, index) => ({ line, outcome: judged[index]!.outcome }));
    for (const [outcome, count] of Object.entries(countRows(results))) {
      this.#counts[outcome as RowResult] += count;
      this.#counts.rows_read += count;
    }
  }

  #addRow({ line, written }: ImportRow, judged: JudgedRow): void {
    if (judged.outcome === 'accepted') return;
    const { outcome, field, reason, other, earlierLine } = judged;
    const key = `${outcome} ${reason}`;
    const known = this.#reasons.get(key);
    if (known) known.rows += 1;
    else if (this.#reasons.size < MOST_REASONS) {
      this.#reasons.set(key, { outcome, reason, rows: 1, line });
    }
    if (this.#leftOut.length === INLINE_ROWS) return;
    this.#leftOut.push({
      line,
      outcome,
      field,
      value: field === null ? null : (written[field] ?? null),
      reason,
      campaign_id: other?.campaignId ?? null,
      contact: other?.contact ?? null,
      earlier_line: earlierLine,
    });
  }

  answer() {
    return {
      ...this.#counts,
      left_out: this.#leftOut,
      // The order among equals is that of the lines.
      left_out_reasons: [...this.#reasons.values()].toSorted((a, b) => b.rows - a.rows),
    };
  }
}
