/** `dialwright privacy …`: erases persons. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Schemas } from '../../client/client.ts';
import type { BodyOf } from '../../client/requests.ts';
import type { Erasure } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import type { ApiClient } from '../../terminal/api-client.ts';
import { confirm, yesOption, type YesOption } from '../confirm.ts';
import { connect, limitOption, listed, print, reportLine } from '../output.ts';
import { table } from '../../terminal/table.ts';

interface EraseOptions extends YesOption {
  number?: string;
  rowKey?: string;
  campaign?: string;
  dryRun?: boolean;
  wait: boolean;
}

const POLL_MS = 1_000;

export function privacyCommands(): Command {
  const privacy = new Command('privacy').description('erase persons from everything that is kept');
  privacy
    .command('erase')
    .description('erase a person for good; asks first and shows what it will erase')
    .option('--number <number>', 'in international form, such as +12025550126')
    .option('--row-key <key>', 'erase every number of the contacts with this key')
    .option('--campaign <id>', 'with --row-key: only contacts of this campaign')
    .option('--dry-run', 'show what would be erased and change nothing')
    .option('--no-wait', 'do not wait until it is done')
    .addOption(yesOption())
    .action(erase);
  privacy
    .command('show <id>')
    .description('show how far an erasure is, and what it has erased')
    .action(showErasure);
  privacy
    .command('list')
    .description('list the last erasures, newest first')
    .addOption(limitOption())
    .action(listErasures);
  privacy
    .command('allow')
    .description('allow calls to an erased number again, because the person asks for them')
    .requiredOption('--number <number>', 'in international form')
    .action(allow);
  for (const command of privacy.commands) command.addOption(jsonOption());
  return privacy;
}

async function erase(options: EraseOptions, command: Command): Promise<void> {
  const body = bodyOf(options);
  const client = await connect(command);
  const preview = await client.post('/v1/privacy/erase/preview', { body });
  if (options.dryRun === true) {
    print(command, preview, () => `Would erase: ${formatCounts(preview.found)}`);
    return;
  }
  reportLine(command, `Found: ${formatCounts(preview.found)}. It cannot be undone.`);
  if (preview.live_calls.length > 0) {
    const calls = preview.live_calls.join(', ');
    reportLine(command, `Live: ${calls}. The erasure goes on after their end.`);
  }
  await confirm(command, options, 'Erasing the person');
  const begun = await client.post('/v1/privacy/erase', { body });
  const done = options.wait ? await untilDone(client, command, begun) : begun;
  print(command, done, () => formatErasure(done));
}

function bodyOf({ number, rowKey, campaign }: EraseOptions): BodyOf<'/v1/privacy/erase', 'post'> {
  if ((number === undefined) === (rowKey === undefined)) {
    throw new CommandError({
      code: EXIT.usage,
      what: 'It is not clear whom to erase',
      why: 'exactly one of --number and --row-key is needed',
      next: 'give one of them',
    });
  }
  return {
    ...(number !== undefined && { number }),
    ...(rowKey !== undefined && { row_key: rowKey }),
    ...(campaign !== undefined && { campaign_id: campaign }),
  };
}

async function untilDone(client: ApiClient, command: Command, begun: Erasure): Promise<Erasure> {
  let erasure = begun;
  let reported = '';
  while (erasure.state === 'open') {
    const { step, steps_done: done, steps, waiting_for: waiting } = erasure;
    const line =
      waiting === null ? `${done} of ${steps} steps done, now ${step}` : `Waits: ${waiting}`;
    if (line !== reported) reportLine(command, line);
    reported = line;
    await sleep(POLL_MS);
    const path = { erasureId: erasure.id };
    erasure = await client.get('/v1/privacy/erasures/{erasureId}', { path });
  }
  return erasure;
}

async function showErasure(id: string, _options: object, command: Command): Promise<void> {
  const client = await connect(command);
  const erasure = await client.get('/v1/privacy/erasures/{erasureId}', { path: { erasureId: id } });
  print(command, erasure, () => formatErasure(erasure));
}

async function listErasures(_options: object, command: Command): Promise<void> {
  const found = await listed(command, '/v1/privacy/erasures', {});
  const rows = found.map((erasure) => [
    erasure.id,
    erasure.state,
    erasure.asked_at,
    erasure.waiting_for ?? formatCounts(erasure.erased),
  ]);
  print(command, found, () => table([['id', 'state', 'asked', 'erased'], ...rows]));
}

async function allow({ number }: { number: string }, command: Command): Promise<void> {
  const allowed = await (await connect(command)).post('/v1/privacy/allow', { body: { number } });
  print(command, allowed, () => formatAllowed(number, allowed));
}

function formatAllowed(
  number: string,
  { suppression_lists: lists }: Schemas['AllowedNumber'],
): string {
  if (lists.length === 0) return 'The number may be called again.';
  const ids = lists.map(({ id }) => id).join(', ');
  return (
    `The number is no longer kept as erased. It is on these suppression lists again, as before its erasure: ${ids}.\n` +
    `To allow calls of campaigns that use them: dialwright suppressions remove <list> ${number}`
  );
}

const formatErasure = ({ id, state, waiting_for: waiting, erased }: Erasure): string =>
  `${id} is ${state}${waiting === null ? '' : `: waits, because ${waiting}`}. Erased: ${formatCounts(erased)}`;

function formatCounts(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(
    ([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`,
  );
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
