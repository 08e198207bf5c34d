/** `dialwright replay`: one history, or all open runs. */
import { Command } from 'commander';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { reportTo } from '../../terminal/progress-reporter.ts';
import { print, wantsJson } from '../output.ts';
import { wholeNumber } from '../whole-number.ts';
import type { OpenOptions } from './replay-open.ts';
import type { ServerOptions } from './replay-source.ts';

interface Options extends ServerOptions, OpenOptions {
  open?: true;
}

export function replayCommand(): Command {
  return new Command('replay')
    .description('check that stored workflow histories still replay with this version')
    .argument('[workflow]', 'its id on the Temporal server, or a file with its history')
    .option('--open', 'instead of one workflow: all runs that are open, before a deploy')
    .option('--query <filter>', 'of those, the runs that match this list filter of Temporal')
    .option('--parallel <n>', 'histories that are replayed at once', wholeNumber(1, 64), 8)
    .option('--run-id <id>', 'id of a run; by default the last run')
    .option('--address <host:port>', 'address of the Temporal server; by default TEMPORAL_ADDRESS')
    .option('--namespace <name>', 'by default TEMPORAL_NAMESPACE')
    .addOption(jsonOption())
    .action(async (named: string | undefined, options: Options, command: Command) => {
      if (options.open && named === undefined) return replayAll(options, command);
      if (options.open || named === undefined) throw neitherNorBoth();
      const { formatReplay, replay } = await import('./replay.ts');
      const replayed = await replay(named, options);
      print(command, replayed, () => formatReplay(replayed));
      if (!replayed.replays) process.exitCode = EXIT.finishedWithFailures;
    });
}

async function replayAll(options: Options, command: Command): Promise<void> {
  const [{ replayOpen }, { formatOpenReplay }] = await Promise.all([
    import('./replay-open.ts'),
    import('./replay-open-format.ts'),
  ]);
  const reporter = reportTo(process.stderr);
  const progress = (text: string) => {
    if (!wantsJson(command)) reporter.progress(text);
  };
  const replayed = await replayOpen(options, progress);
  print(command, replayed, () => formatOpenReplay(replayed));
  if (replayed.would_break > 0) process.exitCode = EXIT.finishedWithFailures;
}

const neitherNorBoth = () =>
  new CommandError({
    code: EXIT.usage,
    what: 'Nothing is replayed',
    why: 'one workflow is replayed, or all open runs',
    next: 'name a workflow or a file, or give --open without one',
  });
