/** `dialwright campaigns page ID`: what agents see of a campaign. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { connect, print } from '../output.ts';

interface PageOptions {
  script?: string;
  screenPop?: string;
}

export const campaignPageCommand = (): Command =>
  new Command('page')
    .argument('<id>')
    .description('show what agents see of a campaign, or set it')
    .option('--script <file>', 'Markdown that agents read during a call')
    .option('--screen-pop <url>', 'https URL with {row_key}, {call}, {campaign}, {agent}, or none')
    .action(showOrSetPage);

async function showOrSetPage(id: string, options: PageOptions, command: Command): Promise<void> {
  const { script, screenPop } = options;
  const client = await connect(command);
  const path = { campaignId: id };
  const known = await client.get('/v1/campaigns/{campaignId}/agent-page', { path });
  const body = {
    script: script === undefined ? known.script : read(script),
    screen_pop:
      screenPop === undefined ? known.screen_pop : screenPop === 'none' ? null : screenPop,
  };
  const isChange = script !== undefined || screenPop !== undefined;
  const page = isChange
    ? await client.put('/v1/campaigns/{campaignId}/agent-page', { path, body })
    : known;
  print(command, page, () =>
    [`screen pop  ${page.screen_pop ?? 'none'}`, '', page.script || 'no script'].join('\n'),
  );
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError({
      what: `The script ${file} was not read`,
      why: String(error),
      next: 'name a file with Markdown in it',
      code: EXIT.usage,
      cause: error,
    });
  }
}
