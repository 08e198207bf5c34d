/** `npm start`: starts Temporal, the simulated carrier, server and worker, and runs the example campaign. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../terminal/api-client.ts';
import type { CampaignProgress } from '../terminal/api-shapes.ts';
import { finished, summary } from '../terminal/campaign-format.ts';
import { exportStore } from '../process/export-store.ts';
import { CommandError, describeError, EXIT, type ExitCode } from '../terminal/exit-codes.ts';
import { shownDeep } from '../terminal/terminal-text.ts';
import { watch } from '../terminal/watch.ts';
import { administrator } from './administrator.ts';
import { dashboard, greeting, NEW_LINK, signInLink } from './addresses.ts';
import { buildDashboard } from './dashboard-build.ts';
import {
  pauseDemonstration,
  prepareDemonstration,
  runDemonstration,
} from './example/demonstration.ts';
import { beginExample, EXAMPLE_CONTACTS } from './example/example-campaign.ts';
import { sayOutcomes } from './example/example-outcomes.ts';
import { listenForInterrupts } from '../process/interrupts.ts';
import type { Running } from './start-all.ts';
import { StateFolder } from './state-folder.ts';
import { readLines } from './terminal-input.ts';
import type { TroubleName } from '../terminal/trouble-names.ts';
import { troubleOf } from './trouble.ts';
import { reportTo, type ProgressReporter } from '../terminal/progress-reporter.ts';
import { bundleWorkflows } from '../process/workflow-bundle.ts';

export interface StartOptions {
  /** Folder for all data. */
  state: string;
  exit?: boolean;
  fresh?: boolean;
  contacts?: string;
  port?: number;
  /** Without the standing demonstration. */
  quiet?: boolean;
  trouble?: TroubleName;
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
      const running = await startAll(state, options, { reporter, signal, parts });
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
  const shown = options.exit === true ? undefined : await welcome(running, options, client);
  reporter.say(`${greeting(running, shown)}\n`);
  const stopReading = shown ? obeyTerminal(running, shown, reporter) : () => undefined;
  try {
    const code = await dialExample(running, options, { client, reporter, signal });
    if (!shown) return code;
    reporter.say(afterExample(running, shown.demonstration !== undefined));
    const { demonstration } = shown;
    if (demonstration !== undefined) {
      const onFault = (error: unknown) => reporter.say(describeError(error).text);
      void runDemonstration(client, demonstration, { signal, onFault });
    }
    await unlessPartEnds(running, untilAborted(signal));
    return code;
  } finally {
    stopReading();
  }
}

interface Welcome {
  link: string;
  newLink: () => string;
  trouble: TroubleName | undefined;
  demonstration: string | undefined;
}

/** What a person is shown who stays. */
async function welcome(
  running: Running,
  { quiet = false, trouble }: StartOptions,
  client: ApiClient,
): Promise<Welcome> {
  if (quiet) await pauseDemonstration(client, running.state);
  const demonstration = quiet ? undefined : await prepareDemonstration(client, running.state);
  if (demonstration !== undefined) running.dev.demonstrationCampaignId = demonstration;
  const userId = await administrator(client);
  const newLink = () => signInLink(running.url, running.dev.signInCodes.create(userId));
  return { link: newLink(), newLink, trouble, demonstration };
}

/** Enter makes another link to sign in with, and `mend` ends the trouble. */
function obeyTerminal(
  running: Running,
  { newLink, trouble }: Welcome,
  reporter: ProgressReporter,
): () => void {
  return readLines({ input: process.stdin, output: process.stdout }, (line) => {
    if (line === '') reporter.say(`${newLink()}\n${NEW_LINK}`);
    else if (line === 'mend' && trouble) {
      const said = running.mend().then(() => troubleOf(trouble).mended);
      void said
        .catch((error: unknown) => describeError(error).text)
        .then((text) => reporter.say(text));
    } else {
      const mend = trouble ? ', `mend` ends the trouble' : '';
      reporter.say(`Enter makes a new link to sign in with${mend}, Ctrl-C ends it all.`);
    }
  });
}

const afterExample = ({ url }: Running, demonstrates: boolean) =>
  [
    ...(demonstrates
      ? ['The standing demonstration dials on, twelve calls a minute; the page Now stops it.']
      : []),
    `Everything runs until Ctrl-C: ${dashboard(url)}, or \`npm start -- --fresh\` to dial the example again.`,
  ].join('\n');

async function dialExample(
  running: Running,
  options: StartOptions,
  {
    client,
    reporter,
    signal,
  }: { client: ApiClient; reporter: ProgressReporter; signal: AbortSignal },
): Promise<ExitCode> {
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
  reporter.say(`${summary(progress)}${await unknownCalls(client, progress)}`);
  if (outcomes !== '') reporter.say(`outcomes    ${outcomes}`);
  reporter.say(`page        ${dashboard(running.url)}/campaigns/${id}\n`);
  return everyContactIsFinal(progress) ? EXIT.ok : EXIT.finishedWithFailures;
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
