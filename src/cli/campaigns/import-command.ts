import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, print, reportLine, wantsJson } from '../output.ts';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { Import } from '../../terminal/api-shapes.ts';
import type { ImportQuery } from './contact-upload.ts';
import { noticeText } from './import-notice.ts';
import { reportReasons } from './left-out-reasons.ts';
import { ENCODING, type EncodingOption } from '../contacts/encoding-option.ts';
import type { ListFile } from '../contacts/list-file.ts';
import { wholeNumber } from '../whole-number.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { formatBytes } from '../../terminal/format-bytes.ts';
import { excelOption, oneOf } from '../choices.ts';
import type { ExcelName } from '../../domain/spreadsheets/excel-forms.ts';

interface ImportOptions extends EncodingOption {
  dedupe?: Import['dedupe'];
  dedupeDays?: number;
  zone?: string;
  map?: Record<string, string | null>;
  defaultCountry?: string;
  leftOut?: string;
  leftOutFor?: ExcelName;
  dryRun?: boolean;
  sheet?: string;
  footer?: 'leave_out' | 'rows';
  suppressList?: string;
}

const SCOPES = ['campaign', 'account', 'row_key'];
const FOOTERS = ['leave_out', 'rows'];
const POLL_EVERY_MS = 1_000;

export function importCommand(): Command {
  return new Command('import')
    .argument('<id>')
    .argument('<file>')
    .description(
      'add contacts from a .csv, .txt, .xlsx, .ndjson or .json file (- reads CSV from stdin)',
    )
    .addOption(oneOf('--dedupe <where>', 'the scope in which a number may occur only once', SCOPES))
    .option(
      '--dedupe-days <n>',
      'with --dedupe account: among contacts of the last n days',
      wholeNumber(1),
    )
    .option(
      '--zone <zone>',
      'time zone of rows that name none, such as Europe/Paris; by default that of the number',
    )
    .option(
      '--map <header=column>',
      'what a column is, such as "Phone=number"; "Notes=" leaves it out; may be repeated',
      mapped,
      undefined as Record<string, string | null> | undefined,
    )
    .option(
      '--default-country <country>',
      'of numbers without a country code, such as GB; Excel removes the +',
    )
    .option(
      '--suppress-list <id>',
      'the suppression list for numbers of rows whose suppress says yes',
    )
    .option('--sheet <name>', 'of a workbook, if several have rows')
    .addOption(oneOf('--footer <how>', 'what the lines of a report below its rows are', FOOTERS))
    .option(...ENCODING)
    .addOption(
      new Option('--left-out <file>', 'write every row that was left out to it, as CSV').conflicts(
        'dryRun',
      ),
    )
    .addOption(
      excelOption(
        '--left-out-for <excel>',
        'with --left-out: as Excel in this language opens it by a double click',
      ),
    )
    .option('--dry-run', 'show what would become of each row, and add none')
    .action(importContacts);
}

async function importContacts(
  id: string,
  file: string,
  options: ImportOptions,
  command: Command,
): Promise<void> {
  if (options.leftOutFor !== undefined && options.leftOut === undefined) throw noLeftOutFile();
  const [{ openList }, { uploadContacts }] = await Promise.all([
    import('../contacts/list-file.ts'),
    import('./contact-upload.ts'),
  ]);
  const client = await connect(command);
  const contacts = await openList(file, options);
  const query = queryOf(options);
  if (options.dryRun === true) {
    const { dryRunImport } = await import('./import-dry-run.ts');
    return dryRunImport(command, { client, id, query, contacts });
  }
  const progress = wantsJson(command) ? undefined : await showProgress(client, id, contacts);
  const report = await uploadContacts(client, id, { query, contacts }).finally(() =>
    progress?.stop(),
  );
  if (options.leftOut !== undefined) {
    const path = { campaignId: id, importId: report.id };
    await client.download(
      '/v1/campaigns/{campaignId}/imports/{importId}/rejected',
      { path, query: { for: options.leftOutFor } },
      options.leftOut,
    );
  }
  print(command, report, () => `${report.accepted} of ${report.rows_read} rows added`);
  for (const notice of report.notices) reportLine(command, noticeText(notice));
  reportReasons(command, report, 'left out');
  if (report.left_out.length > 0 && options.leftOut === undefined) {
    reportLine(command, 'Next: --left-out <file> writes these rows; correct and import that file');
  }
  if (report.state === 'stopped') {
    reportLine(
      command,
      `the campaign ended: rows after the first ${report.rows_read} were not added`,
    );
  }
  if (report.rejected > 0 || report.state === 'stopped')
    process.exitCode = EXIT.finishedWithFailures;
}

const noLeftOutFile = () =>
  new CommandError({
    code: EXIT.usage,
    what: '--left-out-for has no file',
    why: 'it says how the file of --left-out is written',
    next: 'add --left-out <file>',
  });

const queryOf = ({
  dedupe,
  dedupeDays,
  zone,
  map,
  defaultCountry,
  sheet,
  footer,
  suppressList,
}: ImportOptions): ImportQuery => ({
  sheet,
  footer,
  suppress_list: suppressList,
  dedupe,
  dedupe_days: dedupeDays,
  zone,
  mapping: map && JSON.stringify(map),
  default_country: defaultCountry,
});

function mapped(
  text: string,
  known: Record<string, string | null> = {},
): Record<string, string | null> {
  const at = text.lastIndexOf('=');
  if (at < 1)
    throw new InvalidArgumentError('needs a header and a column, such as "Phone=number".');
  const column = text.slice(at + 1).trim();
  return { ...known, [text.slice(0, at).trim()]: column === '' ? null : column };
}

/** Shows sent bytes, then rows. A file that takes less than a second shows nothing. */
async function showProgress(client: ApiClient, id: string, { bytes, bytesRead }: ListFile) {
  const { reportTo } = await import('../../terminal/progress-reporter.ts');
  const screen = reportTo(process.stderr);
  let stopped = false;
  async function poll(): Promise<void> {
    const sent = bytesRead();
    if (bytes === null || sent < bytes) return screen.progress(sending(sent, bytes));
    const { data } = await client.get('/v1/campaigns/{campaignId}/imports', {
      path: { campaignId: id },
      query: { limit: 1 },
    });
    const [latest] = data;
    const rows = latest?.state === 'open' ? `${latest.rows_read} rows read` : 'checking the rows';
    if (!stopped) screen.progress(rows);
  }
  // Errors are ignored here, because the upload reports them.
  const timer = setInterval(() => void poll().catch(() => undefined), POLL_EVERY_MS);
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

const sending = (sent: number, bytes: number | null): string =>
  bytes === null
    ? `${formatBytes(sent)} sent`
    : `${formatBytes(sent)} of ${formatBytes(bytes)} sent`;
