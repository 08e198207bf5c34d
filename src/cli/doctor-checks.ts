import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { loadConfig, type Config } from '../config.ts';
import { whyZoneRulesOld, ZONE_RULES_MAX_AGE_DAYS } from '../domain/zone-release.ts';
import { lookForTemporal, type TemporalSource } from '../dev/find-temporal.ts';
import { holdAlert } from '../domain/hold.ts';
import { onPath } from '../dev/temporal-cache.ts';
import type { Store } from '../store/store.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { temporalSettings } from '../temporal.ts';
import { SEARCH_ATTRIBUTES } from '../workflows/messages.ts';
import { zoneRulesInUse } from '../zone-rules.ts';

/** `note`: worth knowing, and nothing is broken. */
export interface Finding {
  subject: string;
  state: 'ok' | 'note' | 'fault';
  found: string;
  mend?: string;
}

type Check = () => Promise<Finding>;
const PATIENCE_MS = 3_000;

export function checksFor(env: NodeJS.ProcessEnv): Check[] {
  const settings = readSettings(env);
  const { config } = settings;
  return [
    async () => ({ subject: 'Node', state: 'ok', found: process.versions.node }),
    async () => zoneRules(config?.zoneRulesMaxAgeDays ?? ZONE_RULES_MAX_AGE_DAYS),
    async () => settings.finding,
    async () => temporalServer(env),
    async () => searchAttributes(),
    ...(config
      ? [
          async () => database(config.databasePath),
          async () => unreadableWebhooks(config.databasePath),
          async () => account(config.databasePath),
          async () => carrier(config.carrierUrl),
          async () => publicUrl(config.publicUrl),
        ]
      : []),
  ];
}

/** Of this process: server and worker say at their start, and with each decision, what they have. */
function zoneRules(maxAgeDays: number): Finding {
  const subject = 'time zones';
  const rules = zoneRulesInUse(maxAgeDays);
  const old = whyZoneRulesOld(rules, Date.now());
  if (old === null) return { subject, state: 'ok', found: `IANA ${rules.release}` };
  const mend = 'bring newer data, or a newer Node: docs/time-zones.md';
  return { subject, state: 'note', found: old, mend };
}

function readSettings(env: NodeJS.ProcessEnv): { config?: Config; finding: Finding } {
  const subject = 'settings';
  if (!env['DIALWRIGHT_CARRIER_URL']) {
    const found = 'no carrier is configured; `npm start` needs none, it brings a simulated one';
    const mend = 'for a real carrier, copy .env.example to .env and fill it in';
    return { finding: { subject, state: 'note', found, mend } };
  }
  try {
    const config = loadConfig(env);
    return { config, finding: { subject, state: 'ok', found: 'complete and readable' } };
  } catch (error) {
    const mend = '.env.example explains each setting';
    return { finding: { subject, state: 'fault', found: messageOf(error), mend } };
  }
}

async function temporalServer(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { address } = temporalSettings();
  const subject = 'Temporal';
  try {
    await withTemporal(async ({ workflowService, options: { namespace } }) =>
      workflowService.describeNamespace({ namespace }),
    );
    return { subject, state: 'ok', found: `answers at ${address}` };
  } catch (error) {
    const source = await lookForTemporal(env);
    if (source?.kind !== 'address') return withoutServer(subject, address, source, env);
    const mend = 'start it, or correct TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and TEMPORAL_TLS…';
    return { subject, state: 'fault', found: `${address}: ${messageOf(error)}`, mend };
  }
}

function withoutServer(
  subject: string,
  address: string,
  source: TemporalSource | undefined,
  env: NodeJS.ProcessEnv,
): Finding {
  const nobody = `nobody answers at ${address}`;
  if (source?.kind === 'binary') {
    return { subject, state: 'note', found: `${nobody}; \`npm start\` will run ${source.path}` };
  }
  if (onPath('go', env)) {
    return { subject, state: 'note', found: `${nobody}; \`npm start\` will download or build one` };
  }
  const mend = 'install the Temporal CLI (https://docs.temporal.io/cli), or Go to build it';
  return { subject, state: 'fault', found: `${nobody}, and no server program is here`, mend };
}

async function searchAttributes(): Promise<Finding> {
  const subject = 'search attributes';
  try {
    const known = await withTemporal(async ({ connection, options: { namespace } }) => {
      const answer = await connection.operatorService.listSearchAttributes({ namespace });
      return Object.keys(answer.customAttributes ?? {});
    });
    const missing = Object.values(SEARCH_ATTRIBUTES).filter((name) => !known.includes(name));
    if (missing.length === 0) return { subject, state: 'ok', found: 'registered' };
    const found = `not registered: ${missing.join(', ')}`;
    const mend = `a worker registers them when it starts, or: ${missing
      .map((name) => `temporal operator search-attribute create --name ${name} --type Keyword`)
      .join('; ')}`;
    return { subject, state: 'note', found, mend };
  } catch {
    return { subject, state: 'note', found: 'not looked at, without Temporal' };
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

async function database(path: string): Promise<Finding> {
  const subject = 'database';
  try {
    await access(path, constants.R_OK | constants.W_OK);
  } catch {
    return newDatabase(path);
  }
  try {
    const store = openSqliteStore({ path });
    try {
      await store.check();
    } finally {
      await store.close();
    }
    return { subject, state: 'ok', found: `${path} can be read and written` };
  } catch (error) {
    const mend = 'stop what holds it, or see that disk and rights allow writing';
    return { subject, state: 'fault', found: `${path}: ${messageOf(error)}`, mend };
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** Whether the carrier's webhooks have been understood of late. */
export async function unreadableWebhooks(path: string): Promise<Finding> {
  const subject = 'webhooks';
  return askStore(subject, path, async (store) => {
    const { webhooks, calls, last } = await store.unreadableSince(Date.now() - DAY_MS);
    if (last === null) {
      return { subject, state: 'ok', found: 'none in the last 24 hours that could not be read' };
    }
    const found =
      `${webhooks} of ${calls} calls could not be read in the last 24 hours; ` +
      `the last, at ${new Date(last.atMs).toISOString()}: it ${last.why}`;
    const look =
      last.ref === null
        ? 'it came on the URL of a call that this database does not have'
        : `\`dialwright calls show ${last.ref}\` shows what came`;
    const mend = `${look}; \`webhook\` in the carrier profile says where its fields stand (docs/carrier-gaps.md)`;
    return { subject, state: 'note', found, mend };
  });
}

/** Whether the carrier takes calls of the account, as far as the store knows. */
export async function account(path: string): Promise<Finding> {
  const subject = 'account';
  return askStore(subject, path, async (store) => {
    const { stopped, hold } = await store.account();
    const mend =
      'see `dialwright account show`; when the cause is gone: `dialwright account lift-hold`';
    const alert = holdAlert(hold);
    if (alert) return { subject, state: 'fault', found: alert.text, mend };
    if (hold?.open) return { subject, state: 'note', found: `on hold: ${hold.reason}`, mend };
    return { subject, state: 'ok', found: stopped ? 'stopped by a person' : 'may dial' };
  });
}

async function askStore(
  subject: string,
  path: string,
  ask: (store: Store) => Promise<Finding>,
): Promise<Finding> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
    const store = openSqliteStore({ path });
    try {
      return await ask(store);
    } finally {
      await store.close();
    }
  } catch {
    return { subject, state: 'note', found: 'not looked at, without the database' };
  }
}

async function newDatabase(path: string): Promise<Finding> {
  const subject = 'database';
  try {
    await access(dirname(path), constants.W_OK);
    return { subject, state: 'ok', found: `${path} will be made` };
  } catch {
    const found = `${path} cannot be made or written`;
    return {
      subject,
      state: 'fault',
      found,
      mend: `mkdir -p ${dirname(path)}, and see its rights`,
    };
  }
}

// Without the key: any answer shows that the way there is open.
async function carrier(url: string): Promise<Finding> {
  const subject = 'carrier';
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: soon() });
    return { subject, state: 'ok', found: `${url} answers (${status})` };
  } catch (error) {
    const mend = 'correct DIALWRIGHT_CARRIER_URL, or open the way out of this network';
    return { subject, state: 'fault', found: `${url}: ${messageOf(error)}`, mend };
  }
}

async function publicUrl(url: string | undefined): Promise<Finding> {
  const subject = 'public URL';
  if (url === undefined) {
    const mend = 'set DIALWRIGHT_PUBLIC_URL to an https address that leads here';
    return { subject, state: 'note', found: 'none: calls are polled, with no webhooks', mend };
  }
  try {
    const response = await fetch(`${url}/healthz`, { redirect: 'manual', signal: soon() });
    if (response.ok) return { subject, state: 'ok', found: `${url} leads to a running server` };
    throw new Error(`/healthz answered ${response.status}`);
  } catch (error) {
    const mend = 'start the server (`npm run server`) and see that tunnel or proxy lead to it';
    return { subject, state: 'note', found: `${url}: ${messageOf(error)}`, mend };
  }
}

const soon = () => AbortSignal.timeout(PATIENCE_MS);

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
}
