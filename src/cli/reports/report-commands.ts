/** `dialwright reports …`: writes calls, contacts, recordings, shifts and costs to files. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import { CALL_TIMES, withCallFilter } from '../calls/call-filter.ts';
import { fieldsOf } from '../contacts/data-option.ts';
import { CONTACT_STATES, oneOf, repeated } from '../choices.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { formatBytes } from '../../terminal/format-bytes.ts';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { ProgressReporter } from '../../terminal/progress-reporter.ts';
import type { Schemas } from '../../client/client.ts';
import type { PathOf, RequestOf } from '../../client/requests.ts';
import { connect, wantsJson } from '../output.ts';
import { attachedName } from './attached-name.ts';
import { spanOf, withReader, withSpan, type SpanOptions } from './report-options.ts';

interface OutOptions {
  out?: string;
  background?: boolean;
}
type ReportJob = Schemas['ReportJob'];

const POLL_EVERY_MS = 500;
const MEGABYTE = 1e6;

/** Paths of reports, which can be read at once or written in the background. */
type ReportPath = PathOf<'get'> & PathOf<'post'> & `/v1/reports/${string}`;
type CallQuery = NonNullable<RequestOf<'/v1/reports/calls', 'get'>['query']>;
type RecordingQuery = NonNullable<RequestOf<'/v1/reports/recordings', 'get'>['query']>;
type ShiftQuery = NonNullable<RequestOf<'/v1/reports/shifts', 'get'>['query']>;
type CostQuery = NonNullable<RequestOf<'/v1/reports/costs', 'get'>['query']>;
type ContactQuery = NonNullable<
  RequestOf<'/v1/reports/campaigns/{campaignId}/contacts', 'get'>['query']
>;
type ContactOptions = Omit<ContactQuery, 'data'> & OutOptions & { data?: string[] };

const BACKGROUND = [
  '--background',
  'let the server write it first: it goes on if the connection breaks',
] as const;

export function reportCommands(): Command {
  const reports = new Command('reports').description(
    'write calls, contacts, recordings, shifts and costs to files',
  );
  withFormat(withCalls(reports.command('calls').description('calls, one line each'))).action(
    async (options: CallQuery & OutOptions, command: Command) =>
      write(command, options, '/v1/reports/calls', { query: timedQueryOf(options, command) }),
  );
  withFormat(
    reports
      .command('contacts <campaign>')
      .description('the contacts of a campaign, one line each')
      .addOption(oneOf('--state <state>', 'only contacts in this state', CONTACT_STATES))
      .addOption(oneOf('--disposition <disposition>', 'of the last call', DISPOSITIONS))
      .option('--data <field=value>', 'only contacts with this field; may be repeated', repeated),
  ).action(async (campaignId: string, options: ContactOptions, command: Command) => {
    const { data, ...others } = options;
    const fields = data && { data: JSON.stringify(fieldsOf(data)) };
    return write(command, others, '/v1/reports/campaigns/{campaignId}/contacts', {
      path: { campaignId },
      query: { ...queryOf<ContactQuery>(others), ...fields },
    });
  });
  withReader(
    withCalls(
      reports.command('recordings').description('the stored recordings of calls, as a ZIP file'),
    ),
  )
    .requiredOption('--out <file>', OUT)
    .option(...BACKGROUND)
    .action(async (options: RecordingQuery & OutOptions, command: Command) =>
      write(command, options, '/v1/reports/recordings', { query: timedQueryOf(options, command) }),
    );
  withFormat(
    withTimes(
      reports
        .command('shifts')
        .description('what agents did, one line for each span')
        .option('--agent <id>', 'only this agent'),
      'left out: 24 hours before the end',
    ),
  ).action(async (options: ShiftQuery & OutOptions, command: Command) =>
    write(command, options, '/v1/reports/shifts', { query: timedQueryOf(options, command) }),
  );
  withFormat(
    withTimes(
      reports
        .command('costs')
        .description('costs by month, campaign or agent')
        .addOption(
          oneOf('--by <group>', 'of the lines', ['month', 'campaign', 'agent']).default('month'),
        )
        .option('--campaign <id>', 'only calls of this campaign')
        .option('--agent <id>', 'only calls of this agent'),
      'left out: the start of the month',
    ),
  ).action(async (options: CostQuery & OutOptions, command: Command) =>
    write(command, options, '/v1/reports/costs', { query: timedQueryOf(options, command) }),
  );
  for (const command of reports.commands) command.addOption(jsonOption());
  return reports;
}

const withTimes = (command: Command, usualStart: string) =>
  withSpan(command, { '--from <time>': usualStart, '--to <time>': 'not included; left out: now' });

const withCalls = (command: Command): Command => withSpan(withCallFilter(command), CALL_TIMES);

const timedQueryOf = <Query extends Omit<SpanOptions, 'span'>>(
  options: Query & OutOptions,
  command: Command,
): Query => ({ ...queryOf<Query>(options), ...spanOf(command, options) });

const OUT = 'the file to write, or a folder, in which it is named by campaign and days';

const withFormat = (command: Command) =>
  withReader(command)
    .addOption(oneOf('--format <format>', 'of the lines', ['csv', 'ndjson']).default('csv'))
    .option('--bom', 'begin with a byte order mark, by which Excel recognises UTF-8')
    .addOption(
      oneOf('--delimiter <delimiter>', 'between the columns of CSV', [
        'comma',
        'semicolon',
        'tab',
      ]).default('comma'),
    )
    .addOption(
      oneOf(
        '--decimal <mark>',
        'of numbers in CSV; left out: a comma with semicolons, else a point',
        ['point', 'comma'],
      ),
    )
    .option('--out <file>', `${OUT}; without it, the report is printed`)
    .option(...BACKGROUND);

/** The options that the API knows. */
function queryOf<Query extends object>(options: Query & OutOptions): Query {
  const {
    out: _out,
    background: _background,
    span: _span,
    json: _json,
    defaultCountry,
    ...query
  } = options as OutOptions & SpanOptions & { json?: boolean; defaultCountry?: string };
  return {
    ...query,
    ...(defaultCountry !== undefined && { default_country: defaultCountry }),
  } as Query;
}

async function write<P extends ReportPath>(
  command: Command,
  options: OutOptions,
  path: P,
  request: RequestOf<P, 'get'> & RequestOf<P, 'post'>,
): Promise<void> {
  const client = await connect(command);
  if (options.background !== true) return save(command, client, options, path, request);
  const accepted: ReportJob = await client.post(path, request as never);
  const { id } = await written(command, client, accepted);
  await save(command, client, options, '/v1/report-jobs/{jobId}/file', { path: { jobId: id } });
}

/** The job once it is done. If this program is stopped meanwhile, the server goes on. */
async function written(command: Command, client: ApiClient, first: ReportJob): Promise<ReportJob> {
  const reporter = await progressOf(command);
  let job = first;
  reporter.say(`job ${job.id}: the file is at ${fileOf(job.id)} once it is done, for a day`);
  while (job.state === 'open') {
    reporter.progress(`${job.rows} rows written${job.reason === null ? '' : `; ${job.reason}`}`);
    await sleep(POLL_EVERY_MS);
    job = await client.get('/v1/report-jobs/{jobId}', { path: { jobId: job.id } });
  }
  if (job.state === 'done') return job;
  throw new CommandError({
    code: EXIT.failure,
    what: `the report could not be written in ${job.attempts} attempts`,
    why: job.reason ?? 'no reason was given',
    next: 'run the command again when this is fixed',
  });
}

const fileOf = (id: string) => `/v1/report-jobs/${id}/file`;

async function save<P extends PathOf<'get'>>(
  command: Command,
  client: ApiClient,
  { out }: OutOptions,
  from: P,
  request: RequestOf<P, 'get'>,
): Promise<void> {
  if (out === undefined) return client.copy(from, request, process.stdout);
  const reporter = await progressOf(command);
  let bytes = 0;
  const isFolder = statSync(out, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const to = (name: string | null) => (isFolder ? join(out, attachedName(name)) : out);
  const file = await client.download(from, request, to, (written) => {
    bytes = written;
    if (bytes > MEGABYTE) reporter.progress(`${formatBytes(bytes)} written`);
  });
  if (wantsJson(command)) process.stdout.write(`${JSON.stringify({ file, bytes })}\n`);
  else reporter.say(`${formatBytes(bytes)} written to ${file}`);
}

async function progressOf(command: Command): Promise<Pick<ProgressReporter, 'say' | 'progress'>> {
  if (wantsJson(command)) return { say: () => undefined, progress: () => undefined };
  const { reportTo } = await import('../../terminal/progress-reporter.ts');
  return reportTo(process.stderr);
}
