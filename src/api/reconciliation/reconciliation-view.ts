import * as z from 'zod';
import {
  LISTED_AT_MOST,
  type PlacementLine,
  type PricedLine,
  type ReconciliationReport,
  type RecordLine,
} from '../../domain/reconciliation/reconciliation-report.ts';
import type { Reconciliation, ReconciliationSummary } from '../../store/reconciliation-store.ts';
import { Currency, Instant, Money, iso, isoOrNull } from '../http/schemas.ts';

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

export function reconciliationSummaryView(
  one: ReconciliationSummary,
  currency: string | null,
): z.infer<typeof ReconciliationSummaryView> {
  return { ...headView(one), currency, report: one.report && countsView(one.report) };
}

export function reconciliationView(
  one: Reconciliation,
  currency: string | null,
): z.infer<typeof ReconciliationView> {
  return { ...headView(one), currency, report: one.report && reportView(one.report) };
}

function headView(one: Omit<Reconciliation, 'report'>) {
  return {
    id: one.id,
    from: iso(one.fromMs),
    to: iso(one.toMs),
    state: one.state,
    reason: one.why,
    asked_at: iso(one.askedAtMs),
    ended_at: isoOrNull(one.endedAtMs),
  };
}

function countsView(report: Omit<ReconciliationReport, 'lists'>) {
  const { 'not-over': not_over, 'not-ours': not_ours, ...counts } = report.counts;
  return {
    records: report.records,
    unreadable: report.unreadable,
    unreadable_costs: report.unreadableCosts,
    counts: { ...counts, not_over, not_ours },
    missing: report.missing,
    unexplained: report.unexplained,
    money: report.money,
    answer_seizure: seizureView(report.seizure),
  };
}

function reportView(report: ReconciliationReport): z.infer<typeof ReportView> {
  const { lists } = report;
  return {
    ...countsView(report),
    lists: {
      differs: lists.differs.map(pricedView),
      settles: lists.settles.map(pricedView),
      identifies: lists.identifies.map(({ evidence, ...line }) => ({
        ...pricedView(line),
        evidence,
      })),
      doubtful: lists.doubtful.map(recordView),
      conflicting: lists.conflicting.map(recordView),
      not_ours: lists.notOurs.map(recordView),
      missing: lists.missing.map(placementView),
      unexplained: lists.unexplained.map(placementView),
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

const pricedView = ({ carrierCallId: carrier_call_id, ...line }: PricedLine) => ({
  ...line,
  carrier_call_id,
});

const recordView = ({ carrierCallId, startedAtMs, ...line }: RecordLine) => ({
  ...line,
  carrier_call_id: carrierCallId,
  started_at: isoOrNull(startedAtMs),
});

const placementView = ({ carrierCallId, placedAtMs, ...line }: PlacementLine) => ({
  ...line,
  carrier_call_id: carrierCallId,
  placed_at: iso(placedAtMs),
});
