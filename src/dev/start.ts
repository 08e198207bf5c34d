/** `npm start`: starts Temporal, the simulated carrier, server and worker, and runs the example campaign. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../terminal/api-client.ts';
import type { CampaignProgress } from '../terminal/api-shapes.ts';
import { finished, summary } from '../terminal/campaign-format.ts';
import { exportStore } from '../process/export-store.ts';
import { CommandError, describeError, EXIT, type ExitCode } from '../terminal/exit-codes.ts';
import { shownDeep } from '../terminal/terminal-text.ts';
import { watch } from '../terminal/watch.ts';
import { addresses } from './addresses.ts';
import { buildDashboard } from './dashboard-build.ts';
import { beginExample, EXAMPLE_CONTACTS } from './example-campaign.ts';
import { sayOutcomes } from './example-outcomes.ts';
import { listenForInterrupts } from '../process/interrupts.ts';
import type { Running } from './start-all.ts';
import { StateFolder } from './state-folder.ts';
import { reportTo, type ProgressReporter } from '../terminal/progress-reporter.ts';
import { bundleWorkflows } from '../process/workflow-bundle.ts';

export interface StartOptions {
  /** Folder for all data. */
  state: string;
  exit?: boolean;
  fresh?: boolean;
  contacts?: string;
  port?: number;
}

const CHECK_EVERY_MS = 1_000;

/** Runs until Ctrl-C, or to the end of the campaign. Returns the exit code. */
export async function start(options: StartOptions): Promise<ExitCode> {
  const reporter = reportTo(process.stdout);
  const interrupts = listenForInterrupts(['SIGINT', 'SIGTERM', 'SIGHUP'], () => {
    reporter.say('Stopped immediately. The next start continues from here.');
    process.exit(EXIT.interrupted);
  });
  try {
    await using parts = new AsyncDisposableStack();
    const { signal } = interrupts;
    // If another start uses the folder, nothing is started or stopped.
    const state = parts.adopt(new StateFolder(options.state), (folder) => folder.release());
    try {
      // The worker needs it last, and reports why it cannot be made.
      bundleWorkflows().catch(() => undefined);
      const [{ startAll }] = await Promise.all([
        import('./start-all.ts'),
        buildDashboard(reporter),
      ]);
      const running = await startAll(state, options.port, { reporter, signal, parts });
      return await dial(running, options, { reporter, signal });
    } finally {
      const why = signal.aborted ? ` (${signal.reason})` : '';
      reporter.say(`Stopping${why}: server, worker, carrier, Temporal.`);
    }
  } catch (error) {
    if (interrupts.signal.aborted) return EXIT.interrupted;
    const { text, code } = describeError(error);
    reporter.say(text);
    return code;
  } finally {
    interrupts.off();
  }
}

async function dial(
  running: Running,
  options: StartOptions,
  { reporter, signal }: { reporter: ProgressReporter; signal: AbortSignal },
): Promise<ExitCode> {
  const client = new ApiClient({ url: running.url, apiKey: running.apiKey }, shownDeep);
  const { id, report } = await beginExample(client, {
    contactsFile: options.contacts ?? EXAMPLE_CONTACTS,
    round: nextRound(running, options.fresh === true),
  });
  for (const { line, reason } of report.left_out) reporter.say(`line ${line} left out: ${reason}`);
  const progress = await unlessPartEnds(running, watch(client, id, { reporter, signal }));
  reporter.progress('');
  const outcomes = await unlessPartEnds(running, sayOutcomes(client, id));
  const out = running.state.file('export.ndjson');
  await exportStore({
    database: { engine: 'sqlite', path: running.state.file('dialwright.sqlite') },
    out,
  });
  reporter.say(`\n${summary(progress)}${await unknownCalls(client, progress)}\n`);
  if (outcomes !== '') reporter.say(`outcomes    ${outcomes}\n`);
  reporter.say(addresses(running, id));
  const code = everyContactIsFinal(progress) ? EXIT.ok : EXIT.finishedWithFailures;
  if (options.exit === true) return code;
  reporter.say('\nEverything runs until Ctrl-C. `npm start -- --fresh` dials the example again.');
  await unlessPartEnds(running, untilAborted(signal));
  return code;
}

function nextRound({ state }: Running, fresh: boolean): number {
  const round = (state.recall().round ?? 0) + (fresh ? 1 : 0);
  state.remember({ round });
  return round;
}

/** A contact whose call has an unknown end is locked: it counts as final here, and waits for a person. */
function everyContactIsFinal(progress: CampaignProgress): boolean {
  return progress.state === 'completed' && finished(progress) === progress.contacts.total;
}

async function unknownCalls(client: ApiClient, { id, calls }: CampaignProgress): Promise<string> {
  if ((calls.by_disposition['unknown'] ?? 0) === 0) return '';
  const { data } = await client.get('/v1/campaigns/{campaignId}/calls', {
    path: { campaignId: id },
    query: { disposition: 'unknown', limit: 200 },
  });
  return data.map(({ ref, reason }) => `\nunknown     ${ref}: ${reason ?? 'no reason'}`).join('');
}

/** @throws if a part ends before the work is done */
async function unlessPartEnds<Result>(running: Running, work: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  try {
    return await Promise.race([work, untilPartEnds(running, done.signal)]);
  } finally {
    done.abort();
  }
}

async function untilPartEnds(running: Running, done: AbortSignal): Promise<never> {
  while (!done.aborted) {
    const ended = running.endedPart();
    if (ended !== undefined) {
      throw new CommandError({
        code: EXIT.failure,
        what: `The ${ended} ended unexpectedly`,
        why: `see the logs in ${running.folder}`,
        next: '`npm start` continues from where this stopped',
      });
    }
    await sleep(CHECK_EVERY_MS);
  }
  return new Promise(() => {});
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
