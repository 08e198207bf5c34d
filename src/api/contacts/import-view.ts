import * as z from 'zod';
import { DAY_MS } from '../../domain/zone.ts';
import type {
  Dedupe,
  Import,
  LeftOutReason,
  LeftOutRow,
} from '../../store/campaigns/import-store.ts';
import { inJson } from '../http/answers/in-json.ts';
import { Instant } from '../http/schemas.ts';

export const LeftOutView = z
  .object({
    line: z
      .int()
      .meta({ description: 'Line in the file; rows of a JSON list are counted from 1.' }),
    outcome: z.enum(['duplicate', 'suppressed', 'rejected']),
    field: z.string().nullable().meta({ description: 'The column; null: the whole row.' }),
    reason: z.string(),
    campaign_id: z
      .string()
      .nullable()
      .meta({ description: 'Campaign of the contact that was first.' }),
    contact: z.int().nullable().meta({ description: 'Position of the contact that was first.' }),
  })
  .meta({ id: 'LeftOutRow' });

export const LeftOutReasonView = z.object({
  outcome: z.enum(['duplicate', 'suppressed', 'rejected']),
  reason: z.string(),
  rows: z.int(),
  line: z.int().meta({ description: 'The first one with this reason.' }),
});

/** How duplicates are found, and what becomes of the rows. */
export const COUNTS_VIEW = {
  dedupe: z.enum(['campaign', 'account', 'row_key']),
  dedupe_days: z.number().nullable(),
  rows_read: z.int().meta({ description: 'accepted + duplicate + suppressed + rejected' }),
  accepted: z.int().meta({
    description:
      'A row with several numbers is accepted if one of them is. Those of its numbers that are not are among the rows left out.',
  }),
  duplicate: z.int(),
  suppressed: z.int(),
  rejected: z.int(),
};

export const ImportView = z
  .object({
    id: z.string(),
    campaign_id: z.string(),
    state: z.enum(['open', 'done', 'stopped']).meta({
      description:
        '`open`: rows are being added, or the server was stopped; the same request with the same key continues. ' +
        '`stopped`: the campaign ended before all rows were added; those behind `rows_read` are left out.',
    }),
    ...COUNTS_VIEW,
    numbers_read: z
      .int()
      .meta({ description: 'More than `rows_read` where rows have several numbers.' }),
    first_contact: z.int().nullable(),
    undo: z
      .object({
        state: z.enum(['open', 'done']).meta({
          description: '`open`: contacts are still being withdrawn, some thousands a second.',
        }),
        asked_at: Instant,
        withdrawn: z.int().meta({
          description: 'Contacts that have left the campaign. Those that were called before stay.',
        }),
      })
      .nullable()
      .meta({ description: 'Null: it was not undone.' }),
    begun_at: Instant,
    touched_at: Instant,
    left_out_csv: z
      .string()
      .meta({ description: 'Path of a CSV file with all rows that were left out.' }),
  })
  .meta({ id: 'Import' });

export const ImportReportView = ImportView.extend({
  left_out: z.array(LeftOutView).meta({ description: 'The first hundred rows left out.' }),
  left_out_reasons: z
    .array(LeftOutReasonView)
    .meta({ description: 'Of the first 100,000 rows left out, the most frequent reason first.' }),
}).meta({ id: 'ImportReport' });

export const INLINE_ROWS = 100;

export function importView(known: Import): z.infer<typeof ImportView> {
  return {
    ...inJson(known),
    ...dedupeView(known.dedupe),
    undo: known.undo && inJson(known.undo),
    left_out_csv: `/v1/campaigns/${known.campaignId}/imports/${known.id}/rejected`,
  };
}

export const dedupeView = (dedupe: Dedupe) => ({
  dedupe: dedupe.scope === 'row-key' ? ('row_key' as const) : dedupe.scope,
  dedupe_days:
    dedupe.scope === 'account' && dedupe.withinMs !== null ? dedupe.withinMs / DAY_MS : null,
});

export const importReportView = (
  known: Import,
  rows: readonly LeftOutRow[],
  reasons: readonly LeftOutReason[],
): z.infer<typeof ImportReportView> => ({
  ...importView(known),
  left_out: rows.map(leftOutView),
  left_out_reasons: [...reasons],
});

const leftOutView = (row: LeftOutRow): z.infer<typeof LeftOutView> => ({
  ...inJson(row),
  campaign_id: row.other?.campaignId ?? null,
  contact: row.other?.contact ?? null,
});

/** How a request wants duplicates to be detected. */
export const DEDUPE_FIELDS = {
  dedupe: z
    .enum(['campaign', 'account', 'row_key'])
    .default('campaign')
    .meta({
      description:
        'Where a contact with the same number makes a row a duplicate. `row_key`: nowhere, so that several contacts ' +
        'may share a number and are called one after another. The same row key in the campaign always does.',
    }),
  dedupe_days: z.coerce.number().int().min(1).max(3_650).optional().meta({
    description: 'With `dedupe=account`: only contacts added in this number of days count.',
  }),
};

export function dedupeOf(input: z.infer<z.ZodObject<typeof DEDUPE_FIELDS>>): Dedupe {
  const { dedupe, dedupe_days: days } = input;
  if (dedupe === 'row_key') return { scope: 'row-key' };
  if (dedupe === 'campaign') return { scope: 'campaign' };
  return { scope: 'account', withinMs: days === undefined ? null : days * DAY_MS };
}
