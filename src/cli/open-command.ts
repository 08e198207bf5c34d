/** `dialwright open`: the page of a campaign or a call in Temporal's Web UI. */
import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { jsonOption } from '../terminal/exit-codes.ts';
import { print, reportLine } from './output.ts';

/** Where `npm start` and Temporal's development server have it. */
const USUAL_WEB_UI = 'http://127.0.0.1:8233';

interface OpenOptions {
  print?: boolean;
}

export function openCommand(): Command {
  return new Command('open')
    .argument('<id>', 'a campaign, or the reference of a call')
    .description('open the page of a campaign or call in Temporal’s Web UI')
    .option('--print', 'print its address and open nothing')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nSettings: TEMPORAL_WEB_UI_URL (http://127.0.0.1:8233),\nTEMPORAL_NAMESPACE (default).',
    )
    .action((id: string, options: OpenOptions, command: Command) => {
      const url = webUiUrl(id, process.env);
      print(command, { url }, () => url);
      if (options.print !== true && process.stdout.isTTY) openInBrowser(url, command);
    });
}

/** A call is one workflow. A campaign is a search for its calls. */
export function webUiUrl(id: string, env: Record<string, string | undefined>): string {
  const base = (env['TEMPORAL_WEB_UI_URL'] || USUAL_WEB_UI).replace(/\/+$/, '');
  const namespace = encodeURIComponent(env['TEMPORAL_NAMESPACE'] || 'default');
  const workflows = `${base}/namespaces/${namespace}/workflows`;
  if (/^[\w-]+\.\d+\.\d+$/.test(id)) return `${workflows}/${encodeURIComponent(`call.${id}`)}`;
  return `${workflows}?query=${encodeURIComponent(`DialwrightCampaign="${id}"`)}`;
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

function openInBrowser(url: string, command: Command): void {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], {
    stdio: 'ignore',
    detached: true,
  });
  opener.once('error', () => reportLine(command, 'No browser could be started; open the address.'));
  opener.unref();
}
