/** `dialwright campaigns …`: commands for routes of the HTTP API. */
import { Command, Option } from 'commander';
import { CAMPAIGN_KINDS } from '../../domain/campaigns/campaign-state.ts';
import { connect, everyItem, print, reportLine, wantsJson } from '../output.ts';
import type { BodyOf } from '../../client/requests.ts';
import type { Campaign, CampaignProgress } from '../../terminal/api-shapes.ts';
import { planningCommands } from '../planning/planning-commands.ts';
import { importCommand } from './import-command.ts';
import { EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { shownLines } from '../../terminal/terminal-text.ts';
import { wholeNumber } from '../whole-number.ts';

const MOVES = {
  start: 'start dialling, now or at an instant',
  unschedule: 'cancel the scheduled start',
  pause: 'stop new calls; live ones end normally',
  resume: 'go on dialling',
  drain: 'dial what is due, then end',
  cancel: 'end for good; contacts that are due are not dialled',
} as const;
type Move = keyof typeof MOVES;

interface CreateOptions {
  keepOpen?: boolean;
  deadline?: string;
  priority?: number;
  weight?: number;
  maxLiveCalls?: number;
  maxAttempts?: number;
  customerUnreachedDelay?: string;
  agentUnreachedDelay?: string;
  agentCallerId?: string;
}

export function campaignCommands(): Command {
  const campaigns = new Command('campaigns').description('create, fill, run and follow campaigns');
  campaigns.addCommand(createCommand());
  campaigns.addCommand(importCommand());
  for (const [move, description] of Object.entries(MOVES) as [Move, string][]) {
    const command = campaigns.command(`${move} <id>`).description(description);
    if (move === 'start') command.option('--at <instant>', 'such as 2026-11-21T09:30:00Z');
    command.action(moveCampaign(move));
  }
  campaigns
    .command('clone <id>')
    .description('create a new draft with the same rules')
    .option('--name <name>', 'by default the name of the original')
    .addOption(
      new Option('--contacts <which>', 'the contacts to copy')
        .choices(['none', 'all', 'not-reached', 'refused', 'not-reached-or-refused'])
        .default('none'),
    )
    .action(cloneCampaign);
  campaigns
    .command('list')
    .description('list campaigns, oldest first; standing campaigns separately')
    .addOption(new Option('--kind <kind>', 'only campaigns of this kind').choices(CAMPAIGN_KINDS))
    .action(listCampaigns);
  campaigns
    .command('show <id>')
    .description('show a campaign with its rules and figures')
    .action(showCampaign);
  campaigns
    .command('watch <id>')
    .description(
      'follow a campaign to its end; exit code 3 if contacts wait for a person, or it was cancelled',
    )
    .action(watchCampaign);
  for (const command of planningCommands()) campaigns.addCommand(command);
  for (const command of campaigns.commands) command.addOption(jsonOption());
  return campaigns;
}

function createCommand(): Command {
  return new Command('create')
    .argument('<name>')
    .description('create a campaign, as a draft')
    .option('--keep-open', 'do not end when all contacts are final: more may be added')
    .option(
      '--deadline <instant>',
      'the campaign ends at this instant, and nobody is dialled after it',
    )
    .option(
      '--priority <n>',
      'if campaigns need the same agents, the higher priority comes first',
      Number,
    )
    .option('--weight <n>', 'share of the calls among campaigns of the same priority', Number)
    .option('--max-live-calls <n>', 'by default as many as there are agents', wholeNumber(1))
    .option('--max-attempts <n>', 'calls that ring the customer, per contact', wholeNumber(1))
    .option('--customer-unreached-delay <duration>', 'until the next call, such as 30m')
    .option('--agent-unreached-delay <duration>', 'until the next call, such as 1m')
    .option('--agent-caller-id <number>', 'shown on the agent’s phone')
    .action(createCampaign);
}

async function createCampaign(
  name: string,
  options: CreateOptions,
  command: Command,
): Promise<void> {
  const redial = {
    max_attempts: options.maxAttempts,
    customer_unreached: after(options.customerUnreachedDelay),
    agent_unreached: after(options.agentUnreachedDelay),
  };
  const body = {
    name,
    keep_open: options.keepOpen,
    deadline_at: options.deadline,
    priority: options.priority,
    weight: options.weight,
    max_live_calls: options.maxLiveCalls,
    agent_caller_id: options.agentCallerId,
    redial,
  };
  const client = await connect(command);
  const campaign = await client.post('/v1/campaigns', { body });
  print(command, campaign, () => campaign.id);
  reportLine(command, `Next: dialwright campaigns import ${campaign.id} examples/contacts.csv`);
}

function moveCampaign(move: Move) {
  return async (id: string, { at }: { at?: string }, command: Command): Promise<void> => {
    const client = await connect(command);
    const campaign = await client.post(`/v1/campaigns/{campaignId}/${move}`, {
      path: { campaignId: id },
      ...(at !== undefined && { body: { at } }),
    });
    const starts = campaign.starts_at == null ? '' : `, and starts at ${campaign.starts_at}`;
    print(command, campaign, () => `${campaign.id} is ${campaign.state}${starts}`);
    if (move === 'start') reportLine(command, `Next: dialwright campaigns watch ${id}`);
  };
}

interface CloneOptions {
  name?: string;
  contacts: NonNullable<BodyOf<'/v1/campaigns/{campaignId}/clone', 'post'>>['contacts'];
}

async function cloneCampaign(
  id: string,
  { name, contacts }: CloneOptions,
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const body = { name, contacts };
  const clone = await client.post('/v1/campaigns/{campaignId}/clone', {
    path: { campaignId: id },
    body,
  });
  print(command, clone, () => clone.id);
  const { contact_job: job } = clone;
  const rest =
    job === null ? '' : ` so far; ${job.total - job.done} more will be checked in the background`;
  reportLine(command, `${clone.contacts_copied} contacts copied${rest}`);
  reportLine(command, `Next: dialwright campaigns start ${clone.id}`);
}

async function listCampaigns(
  { kind }: { kind?: Campaign['kind'] },
  command: Command,
): Promise<void> {
  const { campaignTables } = await import('../../terminal/campaign-format.ts');
  const found = await everyItem(await connect(command), '/v1/campaigns', { query: { kind } });
  print(command, found, () => campaignTables(found));
}

async function showCampaign(id: string, _options: object, command: Command): Promise<void> {
  const [{ progressLine, summary }, { ruleRows, formatStanding }, { table }] = await Promise.all([
    import('../../terminal/campaign-format.ts'),
    import('./campaign-rules-format.ts'),
    import('../../terminal/table.ts'),
  ]);
  const client = await connect(command);
  const progress = await client.get('/v1/campaigns/{campaignId}', {
    path: { campaignId: id },
  });
  print(command, progress, () =>
    [
      summary(progress),
      formatStanding(progress),
      table(ruleRows(progress)),
      progressLine(progress),
    ].join('\n\n'),
  );
}

async function watchCampaign(id: string, _options: object, command: Command): Promise<void> {
  const [{ watch }, { summary }, { reportTo }] = await Promise.all([
    import('../../terminal/watch.ts'),
    import('../../terminal/campaign-format.ts'),
    import('../../terminal/progress-reporter.ts'),
  ]);
  const client = await connect(command);
  const onChange = (progress: CampaignProgress) => {
    if (wantsJson(command)) process.stdout.write(`${JSON.stringify(progress)}\n`);
  };
  const screen = reportTo(process.stderr);
  const progress = await watch(client, id, { reporter: screen, onChange });
  screen.say('');
  if (!wantsJson(command)) process.stdout.write(`${shownLines(summary(progress))}\n`);
  const failed = progress.state === 'cancelled' || (progress.contacts.by_state['locked'] ?? 0) > 0;
  if (failed) process.exitCode = EXIT.finishedWithFailures;
}

const after = (delay: string | undefined) => (delay === undefined ? undefined : { after: delay });
