/** `dialwright open`: the page of a campaign or a call in Temporal's Web UI. */
import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { webUiUrl, type WebUi } from '../domain/web-ui.ts';
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
      const url = webUiUrl(id, webUiOf(process.env));
      print(command, { url }, () => url);
      if (options.print !== true && process.stdout.isTTY) openInBrowser(url, command);
    });
}

const webUiOf = (env: NodeJS.ProcessEnv): WebUi => ({
  url: env['TEMPORAL_WEB_UI_URL'] || USUAL_WEB_UI,
  namespace: env['TEMPORAL_NAMESPACE'] || 'default',
});

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

function openInBrowser(url: string, command: Command): void {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], {
    stdio: 'ignore',
    detached: true,
  });
  opener.once('error', () => reportLine(command, 'No browser could be started; open the address.'));
  opener.unref();
}
