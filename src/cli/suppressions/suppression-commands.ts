/** `dialwright suppressions …`: lists of numbers that are never called. */
import { Command } from 'commander';
import type { Schemas } from '../../client/client.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { confirm, yesOption, type YesOption } from '../confirm.ts';
import { ENCODING, type EncodingOption } from '../contacts/encoding-option.ts';
import { defaultCountryOption } from '../number-option.ts';
import {
  connect,
  everyItem,
  limited,
  limitOption,
  listed,
  print,
  reportLine,
  reportRejected,
} from '../output.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { table } from '../../terminal/table.ts';
import { wholeNumber } from '../whole-number.ts';

interface UntilOption {
  until?: string;
}
interface RemovalOptions extends YesOption {
  replaceWith?: string;
  force?: boolean;
}

const AS_OF = { '--as-of <time>': 'of a copy of a registry: when it was made' };
const UNTIL = { '--until <time>': 'they may be called again from then on; by default never' };

export function suppressionCommands(): Command {
  const suppressions = new Command('suppressions').description(
    'lists of numbers that are never called',
  );
  suppressions
    .command('list')
    .description('list the suppression lists')
    .addOption(limitOption())
    .action(showLists);
  withTimes(suppressions.command('create <list>'), AS_OF)
    .description('create a list, or rename it')
    .option('--name <name>', 'by default its id')
    .option(
      '--max-age-days <days>',
      'how old the copy may be when people are called',
      wholeNumber(1),
    )
    .action(putList);
  suppressions
    .command('delete <list>')
    .description('delete a list with its numbers')
    .option('--replace-with <list>', 'the list that replaces it in campaigns that name it')
    .option('--force', 'pause the campaigns that name it')
    .addOption(yesOption())
    .action(deleteList);
  suppressions
    .command('numbers <list>')
    .description('list the numbers of a list')
    .addOption(limitOption())
    .action(showNumbers);
  suppressions
    .command('show <number>')
    .description('show the lists that a number is on, and since when')
    .addOption(defaultCountryOption())
    .action(showListsOfNumber);
  withTimes(suppressions.command('add <list> <number...>'), UNTIL)
    .description('add numbers; they are not called from now on')
    .action(addNumbers);
  withTimes(suppressions.command('import <list> <file>'), UNTIL)
    .description('add the numbers of a .csv, .txt, .ndjson or .json file (- reads CSV from stdin)')
    .option(...ENCODING)
    .action(importNumbers);
  suppressions
    .command('remove <list> <number...>')
    .description('remove numbers; they may be called again')
    .action(removeNumbers);
  for (const command of suppressions.commands) command.addOption(jsonOption());
  return suppressions;
}

async function showLists(_options: object, command: Command): Promise<void> {
  const lists = limited(command, await everyItem(await connect(command), '/v1/suppressions', {}));
  const rows = lists.map(({ id, name, numbers, created_at: created }) => [
    id,
    numbers,
    created,
    name,
  ]);
  print(command, lists, () => table([['id', 'numbers', 'created', 'name'], ...rows], [1]));
}

interface PutOptions {
  name?: string;
  asOf?: string;
  maxAgeDays?: number;
}

async function putList(id: string, options: PutOptions, command: Command): Promise<void> {
  const { name, maxAgeDays } = options;
  const { as_of: asOf } = instantsOf(command, { as_of: options.asOf });
  if ((asOf === undefined) !== (maxAgeDays === undefined))
    throw new CommandError({
      code: EXIT.usage,
      what: 'a copy of a registry needs its day and how old it may be',
      why: `${asOf === undefined ? '--as-of' : '--max-age-days'} is missing`,
      next: 'name both, or neither',
    });
  const client = await connect(command);
  const copy = { as_of: asOf!, max_age_days: maxAgeDays! };
  const list = await client.put('/v1/suppressions/{listId}', {
    ...ofList(id),
    body: { name: name ?? id, ...(asOf !== undefined && { registry_copy: copy }) },
  });
  print(command, list, () => formatList(list));
}

async function deleteList(id: string, options: RemovalOptions, command: Command): Promise<void> {
  await confirm(command, options, `Deleting the suppression list ${id} with its numbers`);
  const client = await connect(command);
  const removed = await client.delete('/v1/suppressions/{listId}', {
    ...ofList(id),
    query: { replace_with: options.replaceWith, force: options.force === true ? id : undefined },
  });
  print(command, removed, () => `${removed.id} is deleted`);
  for (const { id: campaign, state } of removed.campaigns) {
    reportLine(command, `campaign ${campaign} used it and is ${state}`);
  }
}

async function showNumbers(id: string, _options: object, command: Command): Promise<void> {
  const numbers = await listed(command, '/v1/suppressions/{listId}/numbers', ofList(id));
  const rows = numbers.map(({ number, added_at: added, until }) => [number, added, until]);
  print(command, numbers, () => table([['number', 'added', 'until'], ...rows]));
}

async function showListsOfNumber(
  number: string,
  { defaultCountry }: { defaultCountry?: string },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const found = await client.get('/v1/numbers/{number}/suppressions', {
    path: { number },
    query: { default_country: defaultCountry },
  });
  const rows = found.data.map((entry) => [
    entry.list_id,
    entry.added_at,
    entry.until,
    entry.list_name,
  ]);
  if (found.erased) reportLine(command, 'the person was erased: no campaign dials the number');
  print(command, found, () => table([['list', 'added', 'until', 'name'], ...rows]));
}

async function addNumbers(
  id: string,
  numbers: string[],
  options: UntilOption,
  command: Command,
): Promise<void> {
  const body = instantsOf(command, { until: options.until });
  const client = await connect(command);
  const added: { number: string }[] = [];
  for (const number of numbers) {
    const path = { listId: id, number };
    added.push(await client.put('/v1/suppressions/{listId}/numbers/{number}', { path, body }));
  }
  print(command, added, () => added.map(({ number }) => `${number} is on ${id}`).join('\n'));
}

async function importNumbers(
  id: string,
  file: string,
  options: UntilOption & EncodingOption,
  command: Command,
): Promise<void> {
  const { openList } = await import('../contacts/list-file.ts');
  const query = instantsOf(command, { until: options.until });
  const upload = await openList(file, options);
  const client = await connect(command);
  const report = await client.upload('/v1/suppressions/{listId}/numbers', {
    ...ofList(id),
    query,
    upload,
  });
  print(command, report, () => {
    const { added, rows_read: read, known, erased } = report;
    const kept = erased === 0 ? '' : `, ${erased} of erased persons are kept as hashes`;
    return `${added} of ${read} numbers added, ${known} were on it${kept}`;
  });
  reportRejected(command, report.rejected);
}

async function removeNumbers(
  id: string,
  numbers: string[],
  _options: object,
  command: Command,
): Promise<void> {
  const client = await connect(command);
  for (const number of numbers) {
    await client.delete('/v1/suppressions/{listId}/numbers/{number}', {
      path: { listId: id, number },
    });
  }
  print(command, numbers, () => numbers.map((number) => `${number} is not on ${id}`).join('\n'));
}

const formatList = ({
  id,
  name,
  numbers,
  registry_copy: copy,
}: Schemas['SuppressionList']): string =>
  `${id} (${name}) has ${numbers} numbers${copy ? `; a copy of a registry, good until ${copy.good_until}` : ''}`;

const ofList = (listId: string) => ({ path: { listId } });
