/** `dialwright reports …`: writes calls, contacts and recordings to files. */
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import { CALL_STATES, CONTACT_STATES } from '../choices.ts';
import { localZone } from '../time-argument.ts';
import { Command, Option } from 'commander';
import { jsonOption } from '../../terminal/exit-codes.ts';
import type { PathOf, RequestOf } from '../../client/requests.ts';
import { connect, wantsJson } from '../output.ts';

interface OutOption {
  out?: string;
}
type CallQuery = NonNullable<RequestOf<'/v1/reports/calls', 'get'>['query']>;
type RecordingQuery = NonNullable<RequestOf<'/v1/reports/recordings', 'get'>['query']>;
type ContactQuery = NonNullable<
  RequestOf<'/v1/reports/campaigns/{campaignId}/contacts', 'get'>['query']
>;

const OUT = ['--out <file>', 'the file to write; without it, the report is printed'] as const;

export function reportCommands(): Command {
  const reports = new Command('reports').description(
    'write calls, contacts and recordings to files',
  );
  withFormat(withCallFilter(reports.command('calls').description('calls, one line each'))).action(
    async (options: CallQuery & OutOption, command: Command) =>
      write(command, options, '/v1/reports/calls', { query: queryOf(options) }),
  );
  withFormat(
    reports
      .command('contacts <campaign>')
      .description('the contacts of a campaign, one line each')
      .addOption(
        new Option('--state <state>', 'only contacts in this state').choices(CONTACT_STATES),
      )
      .addOption(
        new Option('--disposition <disposition>', 'of the last call').choices(DISPOSITIONS),
      ),
  ).action(async (campaignId: string, options: ContactQuery & OutOption, command: Command) =>
    write(command, options, '/v1/reports/campaigns/{campaignId}/contacts', {
      path: { campaignId },
      query: queryOf(options),
    }),
  );
  withCallFilter(
    reports.command('recordings').description('the stored recordings of calls, as a ZIP file'),
  )
    .requiredOption('--out <file>', 'the file to write')
    .action(async (options: RecordingQuery & OutOption, command: Command) =>
      write(command, options, '/v1/reports/recordings', { query: queryOf(options) }),
    );
  for (const command of reports.commands) command.addOption(jsonOption());
  return reports;
}

const withCallFilter = (command: Command) =>
  command
    .addOption(new Option('--state <state>', 'only calls in this state').choices(CALL_STATES))
    .addOption(
      new Option('--disposition <disposition>', 'only calls that ended like this').choices(
        DISPOSITIONS,
      ),
    );

const withFormat = (command: Command) =>
  command
    .addOption(
      new Option('--format <format>', 'of the lines').choices(['csv', 'ndjson']).default('csv'),
    )
    .option('--zone <zone>', 'zone of the columns that end in _local', localZone())
    .option('--bom', 'begin with a byte order mark, by which Excel recognises UTF-8')
    .addOption(
      new Option('--delimiter <delimiter>', 'between the columns of CSV')
        .choices(['comma', 'semicolon', 'tab'])
        .default('comma'),
    )
    .option(...OUT);

/** The options that the API knows. */
function queryOf<Query extends object>({ out: _out, ...query }: Query & OutOption): Query {
  const { json: _json, ...known } = query as { json?: boolean };
  return known as Query;
}

async function write<P extends PathOf<'get'>>(
  command: Command,
  { out }: OutOption,
  path: P,
  request: RequestOf<P, 'get'>,
): Promise<void> {
  const client = await connect(command);
  if (out === undefined) return client.copy(path, request, process.stdout);
  const { reportTo } = await import('../../terminal/progress-reporter.ts');
  const reporter = reportTo(process.stderr);
  const quiet = wantsJson(command);
  let bytes = 0;
  await client.download(path, request, out, (written) => {
    bytes = written;
    if (!quiet) reporter.progress(`${megabytes(bytes)} MB written`);
  });
  if (quiet) process.stdout.write(`${JSON.stringify({ file: out, bytes })}\n`);
  else reporter.say(`${megabytes(bytes)} MB written to ${out}`);
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
