/** `dialwright restore …`: what became of the calls that a restored database had forgotten, and its release. */
import { Command } from 'commander';
import { confirm, yesOption, type YesOption } from '../confirm.ts';
import { connect, print } from '../output.ts';
import { wholeNumber } from '../whole-number.ts';
import type { Restore } from '../../terminal/api-shapes.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';
import { formatAccount } from './account-command.ts';

export function restoreCommand(): Command {
  const restore = new Command('restore').description(
    'after the database was restored from a copy: what became of the calls since, and the release',
  );
  restore
    .command('show', { isDefault: true })
    .description('show what showed that the database is an old copy, and what became of the calls')
    .action(show);
  restore
    .command('release')
    .description('let the account dial again; calls that nobody can explain may ring people twice')
    .option(
      '--unexplained <n>',
      'placements that nobody can explain, as `restore show` says',
      wholeNumber(1),
    )
    .addOption(yesOption())
    .action(release);
  for (const command of restore.commands) command.addOption(jsonOption());
  return restore;
}

async function show(_options: object, command: Command): Promise<void> {
  const restore = await (await connect(command)).get('/v1/account/restore');
  print(command, restore, () => formatRestore(restore));
}

async function release(
  options: YesOption & { unexplained?: number },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const { open } = await client.get('/v1/account/restore');
  await confirm(command, options, open ? formatCounts(open) : 'The account dials again');
  const body = { unexplained: options.unexplained };
  const account = await client.post('/v1/account/restore/release', { body });
  print(command, account, () => formatAccount(account));
}

type OpenRestore = NonNullable<Restore['open']>;

function formatRestore({ open }: Restore): string {
  if (!open) return 'the database is not known to be older than what has happened';
  const { found_at: foundAt, text, as_of: asOf, read_at: readAt, lost } = open;
  return [
    `ALERT since ${foundAt}: the database is older than what has happened, and nobody is dialled: ${text}`,
    `its last change of a call was at ${asOf ?? 'no time: it has no call'}; enter again what people have entered since:`,
    '  suppressions, do-not-call requests, callbacks, changes of campaigns and agents',
    readAt === null
      ? 'the calls in Temporal have not been read yet; a worker reads them within a minute'
      : `the calls in Temporal were read at ${readAt}`,
    formatCounts(open),
    ...lost.map(({ ref, carrier_call_id: id }) => `  lost: ${ref}${id === null ? '' : `, ${id}`}`),
    'next: look at the unknown calls (`dialwright calls list --disposition unknown`), then `dialwright restore release`',
  ].join('\n');
}

function formatCounts({ calls, unexplained }: OpenRestore): string {
  const missing =
    unexplained === null
      ? 'nobody knows how many more were made'
      : `${unexplained} more placements were made, of which nobody knows the call`;
  return (
    `${calls.followed} forgotten calls are followed, ${calls.unknown} are unknown and locked, ` +
    `${calls.not_dialled} were not dialled, ${calls.lost} are of contacts that the database does not have; ${missing}`
  );
}
