/** `dialwright campaigns create | edit | clone`: a campaign with its rules, from options, a file, or both. */
import { Command } from 'commander';
import type { BodyOf } from '../../client/requests.ts';
import { readZone } from '../../domain/zone-name.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { connect, print, reportLine } from '../output.ts';
import { instantsOf } from '../time-argument.ts';
import { bodyFileAt, fileOption, namingLines, over } from '../body-file.ts';
import type { BodyFile } from '../read-body-file.ts';
import { bodyOfRules, withRules } from './rule-flags.ts';
import { oneOf, repeated } from '../choices.ts';
import { fieldsOf } from '../contacts/data-option.ts';

type Created = BodyOf<'/v1/campaigns', 'post'>;
type Edited = BodyOf<'/v1/campaigns/{campaignId}', 'patch'>;
type Cloned = NonNullable<BodyOf<'/v1/campaigns/{campaignId}/clone', 'post'>>;

interface Options extends Record<string, unknown> {
  file?: string;
  name?: string;
  deadline?: string;
  zone?: string;
}

/** The options, over what the file has. The server checks them, and names what is wrong. */
interface Given {
  isEmpty: boolean;
  /** A deadline in local time is in the zone of `--zone`, of the file, or else of the campaign. */
  bodyIn: (campaignZone?: string) => Record<string, unknown>;
  file: BodyFile | undefined;
}

export function editingCommands(): Command[] {
  return [createCommand(), editCommand(), cloneCommand()];
}

const createCommand = (): Command =>
  withRules(
    new Command('create')
      .argument('[name]', 'may be in the file')
      .description('create a campaign, as a draft')
      .addOption(fileOption('rules')),
  ).action(create);

const editCommand = (): Command =>
  withRules(
    new Command('edit')
      .argument('<id>')
      .description('change rules, at any time; what is not named stays')
      .option('--name <name>', 'the new name')
      .addOption(fileOption('rules')),
  ).action(edit);

const cloneCommand = (): Command =>
  withRules(
    new Command('clone')
      .argument('<id>')
      .description('create a new draft with the same rules, but for those that are named')
      .option('--name <name>', 'by default the name of the original')
      .addOption(
        oneOf('--contacts <which>', 'the contacts to copy', [
          'none',
          'all',
          'not-reached',
          'refused',
          'not-reached-or-refused',
        ]).default('none'),
      )
      .option('--outcome <codes>', 'of them those with one of these outcomes: later,busy')
      .option('--area <areas>', 'of them those who may be in one of these: US-CA,US-NV')
      .option('--data <field=value>', 'of them those with this field; may be repeated', repeated)
      .addOption(fileOption('rules')),
  ).action(clone);

async function create(name: string | undefined, options: Options, command: Command): Promise<void> {
  const { bodyIn, file } = await given(options, command, name);
  const body = bodyIn();
  const client = await connect(command);
  const campaign = await namingLines(file, () =>
    client.post('/v1/campaigns', { body: body as Created }),
  );
  print(command, campaign, () => campaign.id);
  reportLine(command, `Next: dialwright campaigns import ${campaign.id} examples/contacts.csv`);
}

async function edit(id: string, options: Options, command: Command): Promise<void> {
  const { isEmpty, bodyIn, file } = await given(options, command, options.name);
  if (isEmpty) throw nothingNamed();
  const client = await connect(command);
  const path = { campaignId: id };
  const campaign = await namingLines(file, () =>
    client.edit('/v1/campaigns/{campaignId}', { path }, ({ zone }) => bodyIn(zone) as Edited),
  );
  print(command, campaign, () => `${campaign.id} has rules of version ${campaign.policy_version}`);
  for (const removed of campaign.removed)
    reportLine(command, `${removed.slice(1).replaceAll('/', '.')} is removed`);
}

async function clone(
  id: string,
  options: Options & Selection & { contacts: NonNullable<Cloned['contacts']> },
  command: Command,
): Promise<void> {
  const { isEmpty, bodyIn, file } = await given(options, command);
  const client = await connect(command);
  const { name, contacts } = options;
  const where = selectionOf(options);
  const made = await client.post('/v1/campaigns/{campaignId}/clone', {
    path: { campaignId: id },
    body: { name, contacts, ...(where && { where }) },
  });
  reportLine(command, `${made.contacts_copied} contacts copied${formatRest(made.contact_job)}`);
  const path = { campaignId: made.id };
  if (!isEmpty) {
    // The clone exists; if its rules are refused, the person must know its id.
    reportLine(command, `${made.id} was made, and gets its own rules`);
    await namingLines(file, () =>
      client.edit('/v1/campaigns/{campaignId}', { path }, ({ zone }) => bodyIn(zone) as Edited),
    );
  }
  print(command, made, () => made.id);
  reportLine(command, `Next: dialwright campaigns start ${made.id}`);
}

interface Selection {
  outcome?: string;
  area?: string;
  data?: string[];
}

/** Undefined: all of them. */
function selectionOf({ outcome, area, data }: Selection): Cloned['where'] {
  if (!outcome && !area && !data) return undefined;
  return {
    ...(outcome && { outcomes: outcome.split(',') }),
    ...(area && { areas: area.toUpperCase().split(',') }),
    ...(data && { data: fieldsOf(data) }),
  };
}

const formatRest = (job: { total: number; done: number } | null): string =>
  job === null ? '' : ` so far; ${job.total - job.done} more will be checked in the background`;

async function given(options: Options, command: Command, name?: string): Promise<Given> {
  const { file: path, zone, deadline } = options;
  const file = await bodyFileAt(path, 'docs/reference/rules.md');
  const rules = {
    ...(name !== undefined && { name }),
    ...(zone !== undefined && { zone }),
    ...bodyOfRules(options),
  };
  const body = over(file?.body ?? {}, rules);
  const zoneOfFile = file?.body['zone'];
  if (path !== undefined && deadline !== undefined && zone === undefined)
    mustBeZone(path, zoneOfFile);
  return {
    isEmpty: Object.keys(body).length === 0 && deadline === undefined,
    bodyIn: (campaignZone) => {
      const otherZone = typeof zoneOfFile === 'string' ? zoneOfFile : campaignZone;
      const { deadline: deadline_at } = instantsOf(command, { deadline }, otherZone);
      return { ...body, ...(deadline_at !== undefined && { deadline_at }) };
    },
    file,
  };
}

/** Else no instant can be made of a local deadline. */
function mustBeZone(path: string, zone: unknown): void {
  if (zone === undefined) return;
  const read = typeof zone === 'string' ? readZone(zone) : NO_TEXT;
  if ('zone' in read) return;
  throw new CommandError({
    code: EXIT.usage,
    what: `${path} cannot be used`,
    why: `its zone ${JSON.stringify(zone)} ${read.fault}`,
    next: 'correct it in the file, or give --zone',
  });
}

const NO_TEXT = { fault: 'must be a text such as Europe/Paris' };

const nothingNamed = (): CommandError =>
  new CommandError({
    code: EXIT.usage,
    what: 'Nothing was changed',
    why: 'no rule is named',
    next: 'name one, such as --max-live-calls 5, or --file campaign.yaml',
  });
