/** `dialwright reconcile`: compares the carrier's call records with our calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { connect, print, reportLine } from '../output.ts';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { Reconciliation } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { wholeNumber } from '../whole-number.ts';

interface ReconcileOptions {
  from?: string;
  to?: string;
  last?: boolean;
  wait: number;
}

const EVERY_MS = 500;

export function reconcileCommand(): Command {
  const command = new Command('reconcile')
    .description(
      'compare the carrier\u2019s call records of a span with our calls, and apply what they prove',
    )
    .addOption(
      new Option('--last', 'show the last comparison and make no new one').conflicts([
        'from',
        'to',
      ]),
    )
    .option('--wait <seconds>', 'the longest time to wait for its end', wholeNumber(1, 86_400), 600)
    .addOption(jsonOption())
    .action(reconcile);
  return withTimes(command, {
    '--from <time>': 'by default a day before the end',
    '--to <time>': 'by default now',
  });
}

async function reconcile(options: ReconcileOptions, command: Command): Promise<void> {
  const { formatReconciliation } = await import('./reconciliation-format.ts');
  const client = await connect(command);
  const found =
    options.last === true
      ? await lastOf(client)
      : await ended(client, await asked(client, options, command), command, options);
  print(command, found, () => formatReconciliation(found));
  if (found.state === 'failed') process.exitCode = EXIT.failure;
  else if (needsPerson(found)) process.exitCode = EXIT.finishedWithFailures;
}

function asked(
  client: ApiClient,
  options: ReconcileOptions,
  command: Command,
): Promise<Reconciliation> {
  const { from, to } = instantsOf(command, { from: options.from, to: options.to });
  const end = to ?? new Date().toISOString();
  const begin = from ?? new Date(Date.parse(end) - DAY_MS).toISOString();
  return client.post('/v1/reconciliations', { body: { from: begin, to: end } });
}

async function ended(
  client: ApiClient,
  first: Reconciliation,
  command: Command,
  { wait }: ReconcileOptions,
): Promise<Reconciliation> {
  let one = first;
  const untilMs = Date.now() + wait * 1_000;
  if (one.state === 'open') reportLine(command, `Comparing (${one.id}) …`);
  while (one.state === 'open') {
    if (Date.now() >= untilMs) throw notOver(one, wait);
    await sleep(EVERY_MS);
    one = await client.get('/v1/reconciliations/{reconciliationId}', {
      path: { reconciliationId: one.id },
    });
  }
  return one;
}

async function lastOf(client: ApiClient): Promise<Reconciliation> {
  const { data } = await client.get('/v1/reconciliations', { query: { limit: 1 } });
  const [last] = data;
  if (last) {
    return client.get('/v1/reconciliations/{reconciliationId}', {
      path: { reconciliationId: last.id },
    });
  }
  throw new CommandError({
    code: EXIT.refused,
    what: 'There is no comparison yet',
    why: 'none was requested, and the schedule has made none',
    next: '`dialwright reconcile` makes one',
  });
}

const notOver = ({ id }: Reconciliation, seconds: number): CommandError =>
  new CommandError({
    code: EXIT.failure,
    what: `The comparison ${id} has not ended after ${seconds} s`,
    why: 'the carrier or the worker is slow or does not answer; the comparison continues without this command',
    next: '`dialwright reconcile --last` shows its state',
  });

/** Whether the report has differences, or cases that a person must decide. */
function needsPerson({ report }: Reconciliation): boolean {
  if (report === null) return false;
  const { differs, doubtful, conflicting } = report.counts;
  return differs + doubtful + conflicting + report.unexplained > 0;
}
