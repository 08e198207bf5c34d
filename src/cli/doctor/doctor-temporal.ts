/** The checks of Temporal by `dialwright doctor`: server, search attributes, and workers that poll. */
import { lookup } from 'node:dns/promises';
import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { lookForTemporal, type TemporalSource } from '../../dev/temporal/find-temporal.ts';
import { onPath } from '../../dev/temporal/temporal-cache.ts';
import { isRecentPoller, missingSearchAttributes, temporalSettings } from '../../temporal.ts';
import { TASK_QUEUE, WORK, WORKS, type Work } from '../../workflows/messages.ts';
import { messageOf, PATIENCE_MS, type Finding } from './doctor-finding.ts';
import { adviceFor, causeOf } from '../../terminal/unreachable-advice.ts';

/** `TaskQueueType` of Temporal's API. */
const WORKFLOW = 1;
const ACTIVITY = 2;
const POLLED = [
  { work: 'calling' as Work, name: TASK_QUEUE, taskQueueType: WORKFLOW },
  ...WORKS.flatMap((work) => WORK[work].map((name) => ({ work, name, taskQueueType: ACTIVITY }))),
];
/** What stands still if no worker serves it. */
const WITHOUT: Record<Work, string> = {
  dispatching: 'no campaign dials',
  calling: 'no call and no campaign moves',
  recordings: 'no recording is fetched',
  bookkeeping:
    'nothing that was left undone is found, nothing is reconciled or rehearsed, and no event is sent to webhook endpoints',
};

/** The server, and what is registered and polls there. If it does not answer, it is not asked again. */
export async function temporal(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const server = await temporalServer(env);
  const others =
    server.state === 'ok'
      ? await Promise.all([searchAttributes(), workers()])
      : [notChecked('search attributes'), notChecked('workers')];
  return [server, ...others];
}

/** Instead of another wait for a server that does not answer. */
const notChecked = (subject: string): Finding => ({
  subject,
  state: 'note',
  found: 'not checked, since Temporal does not answer',
});

async function temporalServer(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { address } = temporalSettings();
  const subject = 'Temporal';
  try {
    await withTemporal(async ({ workflowService, options: { namespace } }) =>
      workflowService.describeNamespace({ namespace }),
    );
    return { subject, state: 'ok', found: `answers at ${address}` };
  } catch (error) {
    const cause = await unknownName(address);
    if (cause !== undefined) {
      const fix = adviceFor(cause, 'TEMPORAL_ADDRESS', '');
      return { subject, state: 'fault', found: `${address}: ${cause}`, fix };
    }
    const source = await lookForTemporal(env);
    if (source?.kind !== 'address') return withoutServer(subject, address, source, env);
    const fix = 'start it, or correct TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and TEMPORAL_TLS…';
    return { subject, state: 'fault', found: `${address}: ${messageOf(error)}`, fix };
  }
}

function withoutServer(
  subject: string,
  address: string,
  source: TemporalSource | undefined,
  env: NodeJS.ProcessEnv,
): Finding {
  const noServer = `no server answers at ${address} within ${PATIENCE_MS / 1_000} s`;
  if (source?.kind === 'binary') {
    return { subject, state: 'note', found: `${noServer}; \`npm start\` will run ${source.path}` };
  }
  if (onPath('go', env)) {
    return {
      subject,
      state: 'note',
      found: `${noServer}; \`npm start\` will download or build one`,
    };
  }
  const fix = 'install the Temporal CLI (https://docs.temporal.io/cli), or Go to build it';
  return { subject, state: 'fault', found: `${noServer}, and no server program is installed`, fix };
}

/** Temporal's error is the same for an unknown host name and for a server that is down, so the name is looked up. */
async function unknownName(address: string): Promise<string | undefined> {
  const { hostname } = new URL(`http://${address}`);
  return lookup(hostname.replace(/^\[|\]$/g, '')).then(() => undefined, causeOf);
}

/** Whether workers poll all task queues. */
export async function workers(): Promise<Finding> {
  const subject = 'workers';
  try {
    const idle = await withTemporal(async ({ workflowService, options: { namespace } }) => {
      const polled = await Promise.all(
        POLLED.map(async ({ work, name, taskQueueType }) => {
          const queue = { namespace, taskQueue: { name }, taskQueueType };
          const { pollers } = await workflowService.describeTaskQueue(queue);
          return { work, name, isPolled: (pollers ?? []).some(isRecentPoller) };
        }),
      );
      return polled.filter(({ isPolled }) => !isPolled);
    });
    const names = [...new Set(idle.map(({ name }) => name))];
    if (names.length === 0) return { subject, state: 'ok', found: 'they ask Temporal for work' };
    const missing = WORKS.filter((work) => idle.some((each) => each.work === work));
    const found = `no worker polls ${names.join(', ')}: ${missing.map((work) => WITHOUT[work]).join('; ')}`;
    const fix =
      `start a worker (\`npm run worker\`), with ${missing.join(', ')} among its DIALWRIGHT_WORKER_QUEUES ` +
      '(all by default) and the same TEMPORAL_… settings as here';
    return { subject, state: 'fault', found, fix };
  } catch {
    return notChecked(subject);
  }
}

async function searchAttributes(): Promise<Finding> {
  const subject = 'search attributes';
  try {
    const missing = await withTemporal(missingSearchAttributes);
    if (missing.length === 0) return { subject, state: 'ok', found: 'registered' };
    const found = `not registered: ${missing.join(', ')}`;
    const fix = `a worker registers them when it starts, or: ${missing
      .map((name) => `temporal operator search-attribute create --name ${name} --type Keyword`)
      .join('; ')}`;
    return { subject, state: 'note', found, fix };
  } catch {
    return notChecked(subject);
  }
}

async function withTemporal<Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  const connection = await Connection.connect({
    ...connectionOptions,
    connectTimeout: PATIENCE_MS,
  });
  try {
    const client = new Client({ connection, namespace: namespace ?? 'default' });
    return await connection.withDeadline(Date.now() + PATIENCE_MS, async () => ask(client));
  } finally {
    await connection.close();
  }
}
