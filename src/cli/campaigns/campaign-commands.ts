/** `dialwright campaigns …`: commands for routes of the HTTP API. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { CAMPAIGN_KINDS, CAMPAIGN_STATES } from '../../domain/campaigns/campaign-state.ts';
import { connect, limitOption, listed, print, reportLine, wantsJson } from '../output.ts';
import type { RequestOf } from '../../client/requests.ts';
import type { CampaignProgress } from '../../terminal/api-shapes.ts';
import { planningCommands } from '../planning/planning-commands.ts';
import { editingCommands } from './campaign-editing.ts';
import { campaignPageCommand } from './campaign-page-command.ts';
import { importCommand } from './import-command.ts';
import { EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { shownJson, shownLines } from '../../terminal/terminal-text.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { oneOf } from '../choices.ts';

const LOOK_EVERY_MS = 1_000;
const MOVES = {
  start: 'start dialling, now or at an instant',
  unschedule: 'cancel the scheduled start',
  pause: 'stop new calls; live ones end normally',
  resume: 'go on dialling',
  drain: 'dial what is due, then end',
  cancel: 'end for good; contacts that are due are not dialled',
} as const;
type ListOptions = NonNullable<RequestOf<'/v1/campaigns', 'get'>['query']>;
type Move = keyof typeof MOVES;

export function campaignCommands(): Command {
  const campaigns = new Command('campaigns').description('create, fill, run and follow campaigns');
  for (const command of editingCommands()) campaigns.addCommand(command);
  campaigns.addCommand(importCommand());
  campaigns
    .command('imports <id>')
    .description('list the imports of a campaign, newest first')
    .addOption(limitOption())
    .action(listImports);
  campaigns
    .command('undo-import <id> <import>')
    .description(
      'take back an import: contacts that nobody has called leave the campaign (pause it first: without contacts it completes)',
    )
    .action(undoImport);
  for (const [move, description] of Object.entries(MOVES) as [Move, string][]) {
    const command = campaigns.command(`${move} <id>`).description(description);
    if (move === 'start') withTimes(command, { '--at <time>': 'by default now' });
    command.action(moveCampaign(move));
  }
  campaigns
    .command('list')
    .description('list campaigns with their totals, oldest first; standing campaigns separately')
    .addOption(oneOf('--state <state>', 'only campaigns in this state', CAMPAIGN_STATES))
    .option('--name <part>', 'only campaigns with this in their name')
    .addOption(oneOf('--order <order>', 'of creation; asc by default', ['asc', 'desc']))
    .addOption(oneOf('--kind <kind>', 'only campaigns of this kind', CAMPAIGN_KINDS))
    .addOption(limitOption())
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
  campaigns.addCommand(campaignPageCommand());
  for (const command of planningCommands()) campaigns.addCommand(command);
  for (const command of campaigns.commands) command.addOption(jsonOption());
  return campaigns;
}

function moveCampaign(move: Move) {
  return async (id: string, options: { at?: string }, command: Command): Promise<void> => {
    const { at } = instantsOf(command, { at: options.at });
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

async function listCampaigns(
  { kind, state, name, order }: ListOptions,
  command: Command,
): Promise<void> {
  const { campaignTables } = await import('../../terminal/campaign-format.ts');
  const found = await listed(command, '/v1/campaigns', { query: { kind, state, name, order } });
  print(command, found, () => campaignTables(found));
}

async function listImports(id: string, _options: object, command: Command): Promise<void> {
  const { table } = await import('../../terminal/table.ts');
  const found = await listed(command, '/v1/campaigns/{campaignId}/imports', {
    path: { campaignId: id },
  });
  const rows = found.map((each) => [
    each.id,
    each.begun_at,
    each.undo ? (each.undo.state === 'done' ? 'undone' : 'being undone') : each.state,
    each.rows_read,
    each.accepted,
    each.undo?.withdrawn ?? 0,
  ]);
  const head = ['import', 'begun', 'state', 'rows', 'added', 'taken out'];
  print(command, found, () => table([head, ...rows], [3, 4, 5]));
}

async function undoImport(
  id: string,
  importId: string,
  _options: object,
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const path = { campaignId: id, importId };
  let known = await client.post('/v1/campaigns/{campaignId}/imports/{importId}/undo', { path });
  while (known.undo?.state === 'open') {
    reportLine(command, `${known.undo.withdrawn} contacts taken out so far`);
    await sleep(LOOK_EVERY_MS);
    known = await client.get('/v1/campaigns/{campaignId}/imports/{importId}', { path });
  }
  const withdrawn = known.undo?.withdrawn ?? 0;
  print(
    command,
    known,
    () => `${withdrawn} contacts were taken out. Those that were called or removed before stay.`,
  );
}

async function showCampaign(id: string, _options: object, command: Command): Promise<void> {
  const [{ formatDoing, progressLine, summary }, { ruleRows, formatState }, { table }] =
    await Promise.all([
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
      [formatState(progress), formatDoing(progress)].filter((line) => line !== '').join('\n'),
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
    if (wantsJson(command)) process.stdout.write(`${shownJson(JSON.stringify(progress))}\n`);
  };
  const screen = reportTo(process.stderr);
  const progress = await watch(client, id, { reporter: screen, onChange });
  screen.say('');
  if (!wantsJson(command)) process.stdout.write(`${shownLines(summary(progress))}\n`);
  const failed = progress.state === 'cancelled' || (progress.contacts.by_state['locked'] ?? 0) > 0;
  if (failed) process.exitCode = EXIT.finishedWithFailures;
}
