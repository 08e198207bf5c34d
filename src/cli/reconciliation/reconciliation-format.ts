/** Formats a comparison with the carrier's call records for people. */
import type { Reconciliation } from '../../terminal/api-shapes.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { amountText } from '../../terminal/terminal-text.ts';

type Report = NonNullable<Reconciliation['report']>;
type Lists = Report['lists'];

export function formatReconciliation(reconciliation: Reconciliation): string {
  const { id, from, to, state, reason, report, currency } = reconciliation;
  const head = `${id} is ${state}${reason === null ? '' : `: ${reason}`}\n${from} to ${to}`;
  if (report === null) return head;
  return [head, counted(report, currency), seizure(report), ...listed(report.lists)].join('\n\n');
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
  const amounts = `ours ${ours}, theirs ${theirs}, difference ${amountText(difference, currency)}, of which ${open} stays open`;
  return `${table(cells, [1])}\n\nmoney  ${amounts}`;
}

function seizure({ answer_seizure: asr }: Report): string {
  const theirs = asr.carrier ?? `not known (${asr.carrier_reason ?? 'no figure'})`;
  const span = asr.carrier_of_span === false ? ' (of a span of its own)' : '';
  const difference = asr.difference === null ? '' : `, difference ${asr.difference}`;
  const ours = `${asr.answered} of ${asr.attempts} answered: ${asr.ratio ?? 'no ratio'}`;
  return `answer-seizure ratio  ours ${ours}; theirs ${theirs}${span}${difference}`;
}

function listed(lists: Lists): string[] {
  return [
    priced('differs', lists.differs),
    priced('settles', lists.settles),
    section(
      'identifies',
      ['call', 'carrier’s id', 'cost', 'proven by'],
      lists.identifies.map((one) => [one.ref, one.carrier_call_id, one.theirs, one.evidence]),
    ),
    recorded('doubtful', lists.doubtful),
    recorded('conflicting', lists.conflicting),
    recorded('not ours', lists.not_ours),
    placed('missing', lists.missing),
    placed('unexplained', lists.unexplained),
  ].filter((text) => text !== '');
}

const priced = (name: string, lines: Lists['differs']): string =>
  section(
    name,
    ['call', 'carrier’s id', 'ours', 'theirs', 'difference'],
    lines.map((one) => [one.ref, one.carrier_call_id, one.ours, one.theirs, one.difference]),
  );

const recorded = (name: string, lines: Lists['doubtful']): string =>
  section(
    name,
    ['carrier’s id', 'number', 'began', 'cost', 'may be'],
    lines.map((one) => [
      one.carrier_call_id,
      one.number,
      one.started_at,
      one.cost,
      one.refs.join(' '),
    ]),
  );

const placed = (name: string, lines: Lists['missing']): string =>
  section(
    name,
    ['call', 'number', 'placed', 'carrier’s id', 'cost'],
    lines.map((one) => [one.ref, one.number, one.placed_at, one.carrier_call_id, one.cost]),
  );

const section = (name: string, head: string[], rows: Cell[][]): string =>
  rows.length === 0 ? '' : `${name}\n${table([head, ...rows])}`;
