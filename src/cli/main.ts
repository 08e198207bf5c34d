/** The command line: `dialwright <command>`. Each command loads its modules when it runs. */
import { Command, CommanderError } from 'commander';
import { accountCommand } from './account/account-command.ts';
import { agentCommands } from './agents/agent-commands.ts';
import { archiveCommands } from './archives/archive-commands.ts';
import { auditCommand } from './audit/audit-command.ts';
import { callCommands } from './calls/call-commands.ts';
import { contactCommands } from './contacts/contact-commands.ts';
import { outcomeCommands } from './outcomes/outcome-commands.ts';
import { callbackCommands } from './callbacks/callback-commands.ts';
import { campaignCommands } from './campaigns/campaign-commands.ts';
import { carrierCommands } from './carrier-account/carrier-commands.ts';
import { completionCommand } from './completion/completion-command.ts';
import { decisionCommands } from './decisions/decision-commands.ts';
import { loadEnvFile } from './env-file.ts';
import { eventCommands } from './events/event-commands.ts';
import { webhookCommands } from './events/webhook-commands.ts';
import { keyCommands } from './keys/key-commands.ts';
import { userCommands } from './users/user-commands.ts';
import { localCommands } from './local-commands.ts';
import { presetCommands } from './presets/preset-commands.ts';
import { privacyCommands } from './privacy/privacy-commands.ts';
import { openCommand } from './open-command.ts';
import { restoreCommand } from './account/restore-command.ts';
import { reconcileCommand } from './reconciliation/reconcile-command.ts';
import { reportCommands } from './reports/report-commands.ts';
import { consentCommands } from './consents/consent-commands.ts';
import { suppressionCommands } from './suppressions/suppression-commands.ts';
import { TIMES_HELP } from './time-argument.ts';
import { coloured } from '../terminal/screen.ts';
import { statisticsCommands } from './statistics/statistics-commands.ts';
import { PRODUCT_VERSION } from '../domain/product-version.ts';
import { shownLines } from '../terminal/terminal-text.ts';
import { describeError, EXIT, EXIT_CODES_HELP, jsonOption } from '../terminal/exit-codes.ts';

const SETTINGS_HELP = `
Settings, from the environment; what is not there, from the file .env of the
current folder:
  DIALWRIGHT_URL      where the server answers (http://127.0.0.1:3000)
  DIALWRIGHT_API_KEY  one of the server's keys`;

/** Runs one command and sets the exit code. */
export async function main(argv: string[]): Promise<void> {
  // Files that are written contain personal data and keys. Started processes inherit this mask.
  process.umask(0o077);
  try {
    await program().parseAsync(argv);
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** The whole tree of commands. */
export function program(): Command {
  const program = new Command('dialwright')
    .description('Durable click2call campaigns on Temporal.')
    .addOption(jsonOption())
    .version(PRODUCT_VERSION, '-V, --version', 'show the version')
    .addHelpText('after', `${SETTINGS_HELP}\n${TIMES_HELP}\n${EXIT_CODES_HELP}`)
    .showHelpAfterError('(--help shows what is possible)')
    .enablePositionalOptions();
  program.hook('preAction', (_program, command) => loadEnvFile(topOf(command)));
  for (const [group, commands] of Object.entries(commandGroups())) {
    for (const command of commands) program.addCommand(command.helpGroup(group));
  }
  finish(program);
  return program;
}

/** In the order of an operator's day. */
function commandGroups(): Record<string, Command[]> {
  return {
    'Dialling:': [
      campaignCommands(),
      contactCommands(),
      callCommands(),
      callbackCommands(),
      agentCommands(),
      outcomeCommands(),
      suppressionCommands(),
      consentCommands(),
      presetCommands(),
      accountCommand(),
      restoreCommand(),
    ],
    'Looking back:': [
      ...statisticsCommands(),
      reportCommands(),
      decisionCommands(),
      archiveCommands(),
      reconcileCommand(),
      eventCommands(),
      auditCommand(),
    ],
    'Administration:': [
      userCommands(),
      keyCommands(),
      webhookCommands(),
      privacyCommands(),
      carrierCommands(),
    ],
    'This machine:': [...localCommands(), openCommand(), completionCommand()],
  };
}

/** The name of the command below the program itself. */
function topOf(command: Command): string {
  const isTop = command.parent?.parent == null;
  return isTop ? command.name() : topOf(command.parent!);
}

// By default, commander ends the process itself, with exit code 1 for a wrong command line, and does not wrap beside long terms.
function finish(command: Command): void {
  command.configureHelp({ minWidthToWrap: 20 });
  command.exitOverride();
  command.configureOutput({ writeErr: (text) => process.stderr.write(shownLines(text)) });
  for (const each of command.commands) finish(each);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { text, code } = describeError(error);
  process.stderr.write(`${withColours(text)}\n`);
  return code;
}

const withColours = (text: string): string =>
  text
    .replace(/^.*/, (what) => coloured('bad', what, process.stderr))
    .replaceAll(/^ {2}(Why|Next):/gm, (label) => coloured('label', label, process.stderr));
