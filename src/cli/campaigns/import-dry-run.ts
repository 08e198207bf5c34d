import type { Command } from 'commander';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { ImportDryRun } from '../../terminal/api-shapes.ts';
import { EXIT } from '../../terminal/exit-codes.ts';
import { print, reportLine } from '../output.ts';
import type { ListFile } from '../contacts/list-file.ts';
import { CONTACTS_PATH, type ImportQuery } from './contact-upload.ts';
import { noticeText } from './import-notice.ts';
import { reportReasons } from './left-out-reasons.ts';
import { table, type Cell } from '../../terminal/table.ts';

interface DryRun {
  client: ApiClient;
  /** Of the campaign. */
  id: string;
  query: ImportQuery;
  contacts: ListFile;
}

/** `dialwright campaigns import --dry-run`. */
export async function dryRunImport(
  command: Command,
  { client, id, query, contacts }: DryRun,
): Promise<void> {
  reportLine(command, 'Checking every row; a million take minutes …');
  const sent = { path: { campaignId: id }, query: { ...query, dry_run: 'true' }, upload: contacts };
  const answer = (await client.upload(CONTACTS_PATH, sent)) as ImportDryRun;
  print(command, answer, () =>
    [
      `${answer.accepted} of ${answer.rows_read} rows would be added; nothing was written`,
      ...columnsOf(answer.mapping),
      ...suggestionOf(answer),
      ...answer.notices.map(noticeText),
      ...(answer.left_out.length === 0 ? [] : ['', table(leftOutRows(answer))]),
    ].join('\n'),
  );
  reportReasons(command, answer, 'would be left out');
  if (answer.rejected > 0) process.exitCode = EXIT.finishedWithFailures;
}

const columnsOf = (mapping: ImportDryRun['mapping']): string[] =>
  Object.entries(mapping ?? {})
    .filter(([header, column]) => header !== column)
    .map(([header, column]) => `column ${header} is ${column ?? 'not read'}`);

/** As options for the next try. */
function suggestionOf({ mapping, suggested_mapping: suggested }: ImportDryRun): string[] {
  const maps = Object.entries(suggested ?? {})
    .filter(([header, column]) => mapping?.[header] !== column)
    .map(([header, column]) => `--map "${header}=${column}"`);
  return maps.length === 0 ? [] : [`not read, but perhaps useful: ${maps.join(' ')}`];
}

const leftOutRows = ({ left_out: rows }: ImportDryRun): Cell[][] => [
  ['line', 'column', 'value', 'reason'],
  ...rows.map(({ line, field, value, reason, earlier_line: earlier }) => [
    line,
    field,
    value,
    earlier === null ? reason : `${reason}, in line ${earlier}`,
  ]),
];
