/** Formats a comparison with the carrier's call records for people. */
import type { Reconciliation } from '../../terminal/api-shapes.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { amountText, inCurrency } from '../../terminal/terminal-text.ts';

type Report = NonNullable<Reconciliation['report']>;
type Lists = Report['lists'];

export function formatReconciliation(reconciliation: Reconciliation): string {
  const { id, from, to, state, reason, report, currency } = reconciliation;
  const head = `${id} is ${state}${reason === null ? '' : `: ${reason}`}\n${from} to ${to}`;
  if (report === null) return head;
  return [
    head,
    counted(report, currency),
    seizure(report),
    ...listed(report.lists, inCurrency(currency)),
  ].join('\n\n');
}

function counted(report: Report, currency: string | null): string {
  const { records, counts, missing, unexplained, money, unreadable } = report;
  const rows: [string, number, string][] = [
    ['call records', records, ''],
    ['equal', counts.equal, 'the costs agree'],
    ['differs', counts.differs, 'the call has another cost, which stays'],
    ['settles', counts.settles, 'our cost was missing: taken from the record'],
    ['identifies', counts.identifies, 'unknown calls, closed by their record'],
    ['unpriced', counts.unpriced, 'the record has no cost yet'],
    ['not over', counts.not_over, 'live by what we know'],
    ['doubtful', counts.doubtful, 'may be a call of ours, or contradicts us: for a person'],
    ['conflicting', counts.conflicting, 'one id, several records: for a person'],
    ['repeated', counts.repeated, 'the same record again'],
    ['not ours', counts.not_ours, ''],
    ['unreadable', unreadable, 'without an id'],
    [
      'odd costs',
      report.unreadable_costs,
      'no amount: nothing is taken; see `cost` of `cdr` in the profile',
    ],
    ['missing', missing, 'our calls without a record'],
    ['unexplained', unexplained, 'unknown calls without a record: for a person'],
  ];
  const shown = rows.filter(([name, count]) => count > 0 || name === 'call records');
  const cells = shown.map(([name, count, words]) => [name, count, words]);
  const { ours, theirs, difference, open } = money;
  const amount = (text: string) => amountText(text, currency);
  const amounts = `ours ${amount(ours)}, theirs ${amount(theirs)}, difference ${amount(difference)}, of which ${amount(open)} stays open`;
  return `${table(cells, [1])}\n\nmoney  ${amounts}`;
}

function seizure({ answer_seizure: asr }: Report): string {
  const theirs = asr.carrier ?? `not known (${asr.carrier_reason ?? 'no figure'})`;
  const span = asr.carrier_of_span === false ? ' (of a span of its own)' : '';
  const difference = asr.difference === null ? '' : `, difference ${asr.difference}`;
  const ours = `${asr.answered} of ${asr.attempts} answered: ${asr.ratio ?? 'no ratio'}`;
  return `answer-seizure ratio  ours ${ours}; theirs ${theirs}${span}${difference}`;
}

/** @param unit what heads of columns with amounts end with */
function listed(lists: Lists, unit: string): string[] {
  return [
    priced('differs', lists.differs, unit),
    priced('settles', lists.settles, unit),
    section(
      'identifies',
      ['call', 'carrier’s id', `cost${unit}`, 'proven by'],
      lists.identifies.map((one) => [one.ref, one.carrier_call_id, one.theirs, one.evidence]),
    ),
    recorded('doubtful', lists.doubtful, unit),
    recorded('conflicting', lists.conflicting, unit),
    recorded('not ours', lists.not_ours, unit),
    placed('missing', lists.missing, unit),
    placed('unexplained', lists.unexplained, unit),
  ].filter((text) => text !== '');
}

const priced = (name: string, lines: Lists['differs'], unit: string): string =>
  section(
    name,
    ['call', 'carrier’s id', `ours${unit}`, `theirs${unit}`, `difference${unit}`],
    lines.map((one) => [one.ref, one.carrier_call_id, one.ours, one.theirs, one.difference]),
  );

const recorded = (name: string, lines: Lists['doubtful'], unit: string): string =>
  section(
    name,
    ['carrier’s id', 'number', 'began', `cost${unit}`, 'may be'],
    lines.map((one) => [
      one.carrier_call_id,
      one.number,
      one.started_at,
      one.cost,
      one.refs.join(' '),
    ]),
  );

const placed = (name: string, lines: Lists['missing'], unit: string): string =>
  section(
    name,
    ['call', 'number', 'placed', 'carrier’s id', `cost${unit}`],
    lines.map((one) => [one.ref, one.number, one.placed_at, one.carrier_call_id, one.cost]),
  );

const section = (name: string, head: string[], rows: Cell[][]): string =>
  rows.length === 0 ? '' : `${name}\n${table([head, ...rows])}`;
