/** The checks of Temporal by `dialwright doctor`: server, search attributes, and workers that poll. */
import { lookup } from 'node:dns/promises';
import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { lookForTemporal, type TemporalSource } from '../../dev/temporal/find-temporal.ts';
import { PayloadKeyError } from '../../codec/encryption-codec.ts';
import { SWEEP_SCHEDULE_ID } from '../../domain/ids.ts';
import { onPath } from '../../dev/temporal/temporal-cache.ts';
import {
  historyConverterFrom,
  isRecentPoller,
  missingSearchAttributes,
  temporalSettings,
} from '../../process/temporal.ts';
import { WITHOUT_WORK } from '../../domain/temporal-trouble.ts';
import { TASK_QUEUE, WORK, WORKS, type Work } from '../../contract/messages.ts';
import { messageOf, PATIENCE_MS, type Finding } from './doctor-finding.ts';
import { adviceFor, causeOf } from '../../terminal/unreachable-advice.ts';

/** `TaskQueueType` of Temporal's API. */
const WORKFLOW = 1;
const ACTIVITY = 2;
const POLLED = [
  { work: 'calling' as Work, name: TASK_QUEUE, taskQueueType: WORKFLOW },
  ...WORKS.flatMap((work) => WORK[work].map((name) => ({ work, name, taskQueueType: ACTIVITY }))),
];

/** The server, and what is registered and polls there. If it does not answer, it is not asked again. */
export async function temporal(
  env: NodeJS.ProcessEnv,
  ours: string | undefined,
): Promise<Finding[]> {
  const server = await temporalServer(env, ours);
  const others = server.answers
    ? await Promise.all([searchAttributes(), workers()])
    : [notChecked('search attributes'), notChecked('workers')];
  return [server.finding, ...others];
}

/** Instead of another wait for a server that does not answer. */
const notChecked = (subject: string): Finding => ({
  subject,
  state: 'note',
  found: 'not checked, since Temporal does not answer',
});

interface Server {
  finding: Finding;
  /** It may be asked for more. */
  answers: boolean;
}

async function temporalServer(env: NodeJS.ProcessEnv, ours: string | undefined): Promise<Server> {
  try {
    const by = await withTemporal(async (client) => {
      const { workflowService, options } = client;
      await workflowService.describeNamespace({ namespace: options.namespace });
      return installationOf(client, env);
    });
    return { finding: whose(by, ours), answers: true };
  } catch (error) {
    return { finding: await notAnswering(error, env), answers: false };
  }
}

/** Whose workers have made the schedule of the sweep there. `none`: nobody's; `hidden`: it cannot be read. */
type MadeBy = { installation: string } | 'none' | 'hidden';

async function installationOf(client: Client, env: NodeJS.ProcessEnv): Promise<MadeBy> {
  const { connection, options } = client;
  const reader = new Client({
    connection,
    namespace: options.namespace,
    dataConverter: historyConverterFrom(env),
  });
  try {
    const { action } = await reader.schedule.getHandle(SWEEP_SCHEDULE_ID).describe();
    const made = action.memo?.['dialwright'] as { installation?: string } | undefined;
    return made?.installation === undefined ? 'hidden' : { installation: made.installation };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return 'none';
    if (error instanceof PayloadKeyError) return 'hidden';
    throw error;
  }
}

/** Another program's server answers too, so it counts only if this installation's workers have run there. */
function whose(by: MadeBy, ours: string | undefined): Finding {
  const subject = 'Temporal';
  const { address, namespace } = temporalSettings();
  const answers = `answers at ${address}, namespace ${namespace}`;
  const fix =
    'start the worker (`npm run worker`); if it runs, set TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE as it has them';
  if (by === 'none') {
    const found = `${answers}, and no worker of Dialwright has been there: it may be another program’s`;
    return { subject, state: 'note', found, fix };
  }
  if (by === 'hidden' || ours === undefined) {
    const found = `${answers}; whether this installation uses it cannot be read`;
    const how =
      'run the doctor with the settings of server and worker, DIALWRIGHT_PAYLOAD_KEYS too';
    return { subject, state: 'note', found, fix: how };
  }
  if (by.installation === ours)
    return { subject, state: 'ok', found: `${answers}, which this installation uses` };
  const found = `${answers}, and another installation of Dialwright uses it`;
  return { subject, state: 'fault', found, fix };
}

async function notAnswering(error: unknown, env: NodeJS.ProcessEnv): Promise<Finding> {
  const { address } = temporalSettings();
  const subject = 'Temporal';
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
    const found = `no worker polls ${names.join(', ')}: ${missing.map((work) => WITHOUT_WORK[work]).join('; ')}`;
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
