/** `dialwright campaigns contacts | preflight | why | rehearse`: show what a campaign will do, and why. */
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { connect, limitOption, listed, print, reportLine } from '../output.ts';
import type { BodyOf, RequestOf } from '../../client/requests.ts';
import { CONTACT_STATES, DUE_REASONS, oneOf } from '../choices.ts';
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { wholeNumber } from '../whole-number.ts';

/** Longer than the server's own limit for a preflight or a rehearsal. */
const PATIENCE_MS = 180_000;

/** The file is sent as it is; the server names what is wrong in it. */
type Answers = NonNullable<BodyOf<'/v1/campaigns/{campaignId}/rehearse', 'post'>>['answers'];
type ContactQuery = NonNullable<RequestOf<'/v1/campaigns/{campaignId}/contacts', 'get'>['query']>;

interface ContactsOptions {
  state?: ContactQuery['state'];
  reason?: ContactQuery['reason'];
  disposition?: ContactQuery['disposition'];
}

interface PreflightOptions {
  startAt?: string;
}

interface RehearseOptions extends PreflightOptions {
  seed?: number;
  runs?: number;
  answers?: string;
}

const START_AT = { '--start-at <time>': 'by default the scheduled start, or now' };

export function planningCommands(): Command[] {
  return [
    new Command('contacts')
      .argument('<id>')
      .description('list contacts, by position')
      .addOption(limitOption())
      .addOption(oneOf('--state <state>', 'only contacts in this state', CONTACT_STATES))
      .addOption(oneOf('--reason <reason>', 'why put off, or final without a call', DUE_REASONS))
      .addOption(oneOf('--disposition <disposition>', 'of the last call', DISPOSITIONS))
      .action(listContacts),
    withTimes(
      new Command('preflight')
        .argument('<id>')
        .description('show who will be dialled, who will not and why, when, and at what cost')
        .action(preflight),
      START_AT,
    ),
    new Command('why')
      .argument('<id>')
      .argument('<contact>', 'its position in the list, from 1', wholeNumber(1))
      .description('explain by every rule why a contact is dialled now, later or never')
      .action(why),
    new Command('forecast')
      .argument('<id>')
      .description('compare the last rehearsal before the start with the result')
      .action(showForecast),
    withTimes(
      new Command('rehearse')
        .argument('<id>')
        .description('simulate the whole campaign with a model of answers')
        .option('--seed <n>', 'the same seed gives the same rehearsal', wholeNumber(0))
        .option('--runs <n>', 'number of runs, each with its own seed', wholeNumber(1))
        .option('--answers <file>', 'JSON: how calls are answered, as `answers` of the API')
        .action(rehearse),
      START_AT,
    ),
  ];
}

async function listContacts(id: string, options: ContactsOptions, command: Command): Promise<void> {
  const { contactTable } = await import('./planning-format.ts');
  const { state, reason, disposition } = options;
  const found = await listed(command, '/v1/campaigns/{campaignId}/contacts', {
    path: { campaignId: id },
    query: { state, reason, disposition },
  });
  print(command, found, () => contactTable(found));
}

async function preflight(id: string, options: PreflightOptions, command: Command): Promise<void> {
  const { formatPreflight } = await import('./planning-format.ts');
  const client = await connect(command);
  const found = await client.post('/v1/campaigns/{campaignId}/preflight', {
    path: { campaignId: id },
    body: instantsOf(command, { start_at: options.startAt }),
    patienceMs: PATIENCE_MS,
  });
  print(command, found, () => formatPreflight(found));
}

async function why(
  id: string,
  position: number,
  _options: object,
  command: Command,
): Promise<void> {
  const { formatWhy } = await import('./planning-format.ts');
  const client = await connect(command);
  const found = await client.get('/v1/campaigns/{campaignId}/contacts/{position}/why', {
    path: { campaignId: id, position },
  });
  print(command, found, () => formatWhy(found));
}

async function rehearse(id: string, options: RehearseOptions, command: Command): Promise<void> {
  const { formatRehearsal } = await import('./planning-format.ts');
  const { seed, runs, answers: file } = options;
  const { start_at } = instantsOf(command, { start_at: options.startAt });
  const answers = file === undefined ? undefined : await readAnswers(file);
  const client = await connect(command);
  reportLine(
    command,
    'Rehearsing: seconds for thousands of contacts, a minute for a hundred thousand …',
  );
  const found = await client.post('/v1/campaigns/{campaignId}/rehearse', {
    path: { campaignId: id },
    body: { start_at, seed, runs, answers },
    patienceMs: PATIENCE_MS,
  });
  print(command, found, () => formatRehearsal(found));
}

async function showForecast(id: string, _options: object, command: Command): Promise<void> {
  const { formatForecast } = await import('./planning-format.ts');
  const client = await connect(command);
  const found = await client.get('/v1/campaigns/{campaignId}/forecast', {
    path: { campaignId: id },
  });
  print(command, found, () => formatForecast(found));
}

async function readAnswers(file: string): Promise<Answers> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Answers;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const next =
      'give a file such as {"outcomes": {"completed": 30}, "talk": {"from": "1m", "to": "4m"}}';
    throw new CommandError({
      code: EXIT.usage,
      what: `The answers in ${file} cannot be read`,
      why,
      next,
      cause: error,
    });
  }
}
