import * as z from 'zod';
import {
  LISTED_AT_MOST,
  type ReconciliationReport,
} from '../../domain/reconciliation/reconciliation-report.ts';
import type { Reconciliation, ReconciliationSummary } from '../../store/reconciliation-store.ts';
import { inJson } from '../http/answers/in-json.ts';
import { Currency, Instant, Money } from '../http/schemas.ts';

const PricedView = z.object({
  ref: z.string(),
  carrier_call_id: z.string(),
  ours: Money.nullable(),
  theirs: Money.nullable(),
  difference: Money.nullable().meta({ description: 'Their value minus ours.' }),
});

const RecordView = z.object({
  carrier_call_id: z.string(),
  number: z.string().nullable(),
  started_at: Instant.nullable(),
  seconds: z.number().nullable(),
  cost: Money.nullable(),
  refs: z.array(z.string()).meta({ description: 'Our calls that the record may belong to.' }),
});

const PlacementView = z.object({
  ref: z.string(),
  carrier_call_id: z.string().nullable(),
  number: z.string(),
  placed_at: Instant,
  cost: Money.nullable(),
});

const Ratio = z.number().nullable().meta({ description: 'From 0 to 1; null without a call.' });

const ReportView = z.object({
  records: z.int(),
  unreadable: z.int().meta({ description: 'Records without a usable id.' }),
  unreadable_costs: z.int().meta({
    description: 'Records whose cost is no amount, such as "€0.12"; nothing is taken from them.',
  }),
  counts: z
    .object({
      equal: z.int(),
      differs: z.int(),
      settles: z.int(),
      unpriced: z.int(),
      not_over: z.int(),
      identifies: z.int(),
      doubtful: z.int(),
      not_ours: z.int(),
      repeated: z.int(),
      conflicting: z.int(),
    })
    .meta({ description: 'Every record is counted once.' }),
  missing: z.int().meta({ description: 'Calls that the carrier accepted and has no record of.' }),
  unexplained: z.int().meta({ description: 'Unknown calls that have no record.' }),
  money: z
    .object({
      ours: Money.meta({ description: 'Our cost of the calls counted in the difference.' }),
      theirs: Money.meta({ description: 'The cost in their records.' }),
      difference: Money.meta({
        description:
          'Their cost minus ours, over the records counted as `equal`, `differs` and `settles`; a call without a cost counts as 0 on our side.',
      }),
      open: Money.meta({
        description:
          'What stays of the difference: of the records counted as `differs`. The rest was taken over from the records.',
      }),
    })
    .meta({ description: 'As of before the comparison took effect.' }),
  answer_seizure: z.object({
    attempts: z.int().meta({ description: 'Calls that the carrier accepted and that have ended.' }),
    answered: z.int().meta({ description: 'Those in which the customer answered.' }),
    ratio: Ratio,
    carrier: z.number().nullable(),
    carrier_of_span: z.boolean().nullable().meta({
      description:
        'False: the declared operation takes no span, so the carrier’s figure covers another one.',
    }),
    carrier_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the carrier’s figure is unknown.' }),
    difference: z.number().nullable().meta({ description: 'Their value minus ours.' }),
  }),
  lists: z
    .object({
      differs: z.array(PricedView),
      settles: z.array(PricedView),
      identifies: z.array(PricedView.extend({ evidence: z.enum(['callback-url', 'webhook']) })),
      doubtful: z.array(RecordView),
      conflicting: z.array(RecordView),
      not_ours: z.array(RecordView),
      missing: z.array(PlacementView),
      unexplained: z.array(PlacementView),
    })
    .meta({ description: `The first ${LISTED_AT_MOST} of each.` }),
});

export const ReconciliationView = z
  .object({
    id: z.string(),
    from: Instant,
    to: Instant,
    state: z
      .enum(['open', 'done', 'failed'])
      .meta({ description: '`open`: requested, or running.' }),
    reason: z.string().nullable().meta({ description: 'Why it failed.' }),
    asked_at: Instant,
    ended_at: Instant.nullable(),
    currency: Currency,
    report: ReportView.nullable(),
  })
  .meta({ id: 'Reconciliation' });

export const ReconciliationSummaryView = ReconciliationView.extend({
  report: ReportView.omit({ lists: true }).nullable(),
}).meta({ id: 'ReconciliationSummary' });

export const reconciliationSummaryView = (
  one: ReconciliationSummary,
  currency: string | null,
): z.infer<typeof ReconciliationSummaryView> => ({
  ...inJson(one),
  reason: one.why,
  currency,
  report: one.report && countsView(one.report),
});

export const reconciliationView = (
  one: Reconciliation,
  currency: string | null,
): z.infer<typeof ReconciliationView> => ({
  ...inJson(one),
  reason: one.why,
  currency,
  report: one.report && reportView(one.report),
});

function countsView(report: Omit<ReconciliationReport, 'lists'>) {
  const { 'not-over': not_over, 'not-ours': not_ours, ...counts } = report.counts;
  return {
    ...inJson(report),
    counts: { ...counts, not_over, not_ours },
    answer_seizure: seizureView(report.seizure),
  };
}

function reportView(report: ReconciliationReport): z.infer<typeof ReportView> {
  const { lists } = report;
  return {
    ...countsView(report),
    lists: {
      differs: lists.differs.map(inJson),
      settles: lists.settles.map(inJson),
      identifies: lists.identifies.map(inJson),
      doubtful: lists.doubtful.map(inJson),
      conflicting: lists.conflicting.map(inJson),
      not_ours: lists.notOurs.map(inJson),
      missing: lists.missing.map(inJson),
      unexplained: lists.unexplained.map(inJson),
    },
  };
}

function seizureView({ ours, carrier, difference }: ReconciliationReport['seizure']) {
  const known = 'why' in carrier ? null : carrier;
  return {
    ...ours,
    carrier: known?.ratio ?? null,
    carrier_of_span: known?.ofSpan ?? null,
    carrier_reason: 'why' in carrier ? carrier.why : null,
    difference,
  };
}
