import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadConfig, type Config } from '../../config/config.ts';
import { AREA_CODES_RELEASE } from '../../domain/areas/area-codes.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { whyZoneRulesOld, ZONE_RULES_MAX_AGE_DAYS } from '../../domain/zone-release.ts';
import { restoreReason } from '../../domain/restore/restore.ts';
import { holdAlert } from '../../domain/account/hold.ts';
import type { Store } from '../../store/store.ts';
import type { DatabaseLocation } from '../../store/sql/open-store.ts';
import { withStore } from '../../process/export-store.ts';
import { DEFAULT_URL } from '../access.ts';
import { installationIn, serverAt, type ServerAt } from './doctor-installation.ts';
import { postgresFindings } from './doctor-postgres.ts';
import { messageOf, PATIENCE_MS, type Finding } from './doctor-finding.ts';
import { clock, disk } from './doctor-machine.ts';
import { recordings } from './doctor-recordings.ts';
import { temporal } from './doctor-temporal.ts';
import { adviceFor, causeOf } from '../../terminal/unreachable-advice.ts';
import { zoneRulesInUse } from '../../process/zone-rules.ts';
import {
  ingressAlert,
  webhookAlert,
  type IngressProcess,
  type WebhookStatus,
} from '../../domain/account/webhook-health.ts';

type Check = () => Promise<Finding | Finding[]>;

export interface InUse {
  env: NodeJS.ProcessEnv;
  /** The folder of a running `dev`, whose settings these are. */
  startedIn?: string;
}

export function checksFor({ env, startedIn }: InUse): Check[] {
  const settings = readSettings(env, startedIn);
  const { config } = settings;
  let known: Promise<string | undefined> | undefined;
  /** The id of the installation that is checked: of its database, or else of the server that answers. */
  const installation = async () =>
    (known ??= config
      ? installationIn(config.database)
      : serverAt(apiUrl(env)).then(
          (server) => server.installation ?? undefined,
          () => undefined,
        ));
  return [
    async () => ({ subject: 'Node', state: 'ok', found: process.versions.node }),
    async () => zoneRules(config?.zoneRulesMaxAgeDays ?? ZONE_RULES_MAX_AGE_DAYS),
    async () => settings.finding,
    async () => temporal(env, await installation()),
    async () => api(env, await installation()),
    async () => clock([apiUrl(env), ...(config ? [config.carrierUrl] : [])]),
    ...(config
      ? [
          async () => currency(config),
          async () => database(config.database),
          async () => unreadableWebhooks(config.database),
          async () => account(config.database),
          async () => recordings(config.recordings, config.recordingQuota),
          ...(config.callsKeptMs === undefined ? [] : [async () => archives(config)]),
          ...disks(config).map((path) => async () => disk(path)),
          async () => carrier(config.carrierUrl),
          async () => publicUrl(config.publicUrl, await installation()),
          ...(config.publicUrl ? [async () => webhooks(config.database)] : []),
        ]
      : []),
  ];
}

/** Where files are written. */
function disks({ database, recordings }: Config): string[] {
  return [
    ...(database.engine === 'sqlite' ? [database.path] : []),
    ...(recordings.kind === 'folder' ? [recordings.path] : []),
  ];
}

/** The zone data of this process. Server and worker log theirs at their start and store it with each decision. */
function zoneRules(maxAgeDays: number): Finding {
  const subject = 'time zones';
  const rules = zoneRulesInUse(maxAgeDays);
  const old = whyZoneRulesOld(rules, Date.now());
  const codes = `area codes ${AREA_CODES_RELEASE}`;
  if (old === null) return { subject, state: 'ok', found: `IANA ${rules.release}; ${codes}` };
  const fix = 'install newer zone data or a newer Node: docs/time-zones.md';
  return { subject, state: 'note', found: old, fix };
}

function readSettings(
  env: NodeJS.ProcessEnv,
  startedIn: string | undefined,
): { config?: Config; finding: Finding } {
  const subject = 'settings';
  if (!env['DIALWRIGHT_CARRIER_URL']) {
    const found = 'no carrier is configured; `npm start` needs none, it brings a simulated one';
    const fix = 'for a real carrier, copy .env.example to .env and fill it in';
    return { finding: { subject, state: 'note', found, fix } };
  }
  try {
    const config = loadConfig(env);
    const found =
      startedIn === undefined
        ? 'complete and readable'
        : `those of the \`npm start\` that runs with ${startedIn}`;
    return { config, finding: { subject, state: 'ok', found } };
  } catch (error) {
    const fix = '.env.example explains each setting';
    return { finding: { subject, state: 'fault', found: messageOf(error), fix } };
  }
}

const apiUrl = (env: NodeJS.ProcessEnv): string => env['DIALWRIGHT_URL'] || DEFAULT_URL;

/** The HTTP API, with the settings of the command line. */
async function api(env: NodeJS.ProcessEnv, ours: string | undefined): Promise<Finding> {
  const subject = 'API';
  const url = apiUrl(env);
  const key = env['DIALWRIGHT_API_KEY'];
  try {
    const strange = whyStrange(await serverAt(url), ours);
    if (strange !== undefined) {
      const fix = 'set DIALWRIGHT_URL to the server of this installation';
      return { subject, state: 'fault', found: `${url}: ${strange}`, fix };
    }
    const headers = key ? { authorization: `Bearer ${key}` } : undefined;
    const path = key ? '/v1/account' : '/healthz';
    const { status } = await fetch(new URL(path, url), {
      ...(headers && { headers }),
      signal: soon(),
    });
    if (status === 401) {
      const fix = 'set DIALWRIGHT_API_KEY to one of the server’s DIALWRIGHT_API_KEYS';
      return { subject, state: 'fault', found: `${url} does not know this key`, fix };
    }
    if (status >= 400) throw new Error(`${path} answered ${status}`);
    if (key) return { subject, state: 'ok', found: `${url} answers, and takes the key` };
    const fix = 'set DIALWRIGHT_API_KEY to one of the server’s DIALWRIGHT_API_KEYS';
    return { subject, state: 'note', found: `${url} answers; no key is set`, fix };
  } catch (error) {
    const start = 'start the server (`npm run server`, or `npm start`), or set DIALWRIGHT_URL';
    const fix = adviceFor(causeOf(error), 'DIALWRIGHT_URL', start);
    return { subject, state: 'note', found: `${url}: ${messageOf(error)}`, fix };
  }
}

async function database(location: DatabaseLocation): Promise<Finding | Finding[]> {
  const subject = 'database';
  if (location.engine === 'postgres') return postgresFindings(location);
  const { path } = location;
  if (!existsSync(path)) return newDatabase(path);
  try {
    await withStore(location, (store) => store.check());
    return { subject, state: 'ok', found: `${path} can be read and written` };
  } catch (error) {
    const fix = 'stop the process that holds it, or check the disk and the file permissions';
    return { subject, state: 'fault', found: `${path}: ${messageOf(error)}`, fix };
  }
}

/** Whether recent webhooks of the carrier could be read. */
export async function unreadableWebhooks(location: DatabaseLocation): Promise<Finding> {
  const subject = 'webhooks';
  return askStore(subject, location, async (store) => {
    const { webhooks, calls, last } = await store.unreadableSince(store.nowMs() - DAY_MS);
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
    const fix = `${look}; \`webhook\` in the carrier profile sets where its fields are (docs/carrier-gaps.md)`;
    return { subject, state: 'note', found, fix };
  });
}

/** Whether the account may dial, according to the store. */
export async function account(location: DatabaseLocation): Promise<Finding> {
  const subject = 'account';
  return askStore(subject, location, async (store) => {
    const { stopped, hold } = await store.account();
    const restore = await store.restore();
    if (restore) {
      const found = `stopped: ${restoreReason(restore.sign)}`;
      return { subject, state: 'fault', found, fix: RELEASE };
    }
    const fix = 'see `dialwright account show`; when the cause is gone: `dialwright account lift`';
    const alert = holdAlert(hold);
    if (alert) return { subject, state: 'fault', found: alert.text, fix };
    if (hold?.open) return { subject, state: 'note', found: `on hold: ${hold.reason}`, fix };
    return { subject, state: 'ok', found: stopped ? 'stopped by a person' : 'may dial' };
  });
}

/** Whether calls that are old enough go to archives. */
async function archives({ database: location, callsKeptMs }: Config): Promise<Finding> {
  const subject = 'archives';
  return askStore(subject, location, async (store) => {
    const { files, calls, last } = await store.archiveState();
    const found =
      last === undefined
        ? 'no call was old enough yet'
        : `${calls} calls in ${files} files, the last at ${new Date(last.madeAtMs).toISOString()}`;
    const waiting = await store.oldestCall();
    const lateMs = waiting === undefined ? 0 : store.nowMs() - callsKeptMs! - waiting.createdAtMs;
    if (lateMs < ARCHIVED_WITHIN_MS) return { subject, state: 'ok', found };
    const { ref } = waiting!;
    const fix = `\`dialwright calls show ${ref}\` shows what it waits for; docs/privacy.md lists what keeps a call`;
    return { subject, state: 'note', found: `${found}; the oldest call that stays is ${ref}`, fix };
  });
}

const ARCHIVED_WITHIN_MS = 2 * DAY_MS;

const RELEASE = 'look at `dialwright restore`, then `dialwright restore release`';

async function askStore(
  subject: string,
  location: DatabaseLocation,
  ask: (store: Store) => Promise<Finding>,
): Promise<Finding> {
  try {
    await mustBeThere(location);
    return await withStore(location, ask);
  } catch {
    return { subject, state: 'note', found: 'not checked, since the database cannot be used' };
  }
}

/** To open a file that is not there would make it. */
async function mustBeThere(location: DatabaseLocation): Promise<void> {
  if (location.engine === 'sqlite') await access(location.path, constants.R_OK | constants.W_OK);
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
      fix: `mkdir -p ${dirname(path)}, and check its permissions`,
    };
  }
}

export function currency({ currency: code }: Pick<Config, 'currency'>): Finding {
  const subject = 'currency';
  if (code !== null) return { subject, state: 'ok', found: code };
  const fix = 'set DIALWRIGHT_CURRENCY to the currency of the carrier’s bills, such as EUR';
  return { subject, state: 'note', found: 'amounts are shown without a currency', fix };
}

// Sent without the key: any answer shows that the carrier can be reached.
async function carrier(url: string): Promise<Finding> {
  const subject = 'carrier';
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: soon() });
    return { subject, state: 'ok', found: `${url} answers (${status})` };
  } catch (error) {
    const otherwise = 'correct DIALWRIGHT_CARRIER_URL, or open the way out of this network';
    const fix = adviceFor(causeOf(error), 'DIALWRIGHT_CARRIER_URL', otherwise);
    return { subject, state: 'fault', found: `${url}: ${messageOf(error)}`, fix };
  }
}

/** Why this is no server of the installation that is checked; undefined: it is one. */
function whyStrange(
  { installation, status }: ServerAt,
  ours: string | undefined,
): string | undefined {
  if (installation === undefined)
    return `another program answers (\`/healthz\`: ${status}), and no Dialwright server`;
  if (installation === null || ours === undefined || installation === ours) return undefined;
  return 'the server of another installation answers: its database is not the one of these settings';
}

async function publicUrl(url: string | undefined, ours: string | undefined): Promise<Finding> {
  const subject = 'public URL';
  if (url === undefined) {
    const fix = 'set DIALWRIGHT_PUBLIC_URL to an https address that reaches this server';
    return { subject, state: 'note', found: 'none: calls are polled, with no webhooks', fix };
  }
  try {
    const strange = whyStrange(await serverAt(url), ours);
    if (strange === undefined)
      return { subject, state: 'ok', found: `${url} leads to a running server` };
    const fix = 'see that tunnel or proxy lead to the server of this installation';
    return { subject, state: 'fault', found: `${url}: ${strange}`, fix };
  } catch (error) {
    const start = 'start the server (`npm run server`) and see that tunnel or proxy lead to it';
    const fix = adviceFor(causeOf(error), 'DIALWRIGHT_PUBLIC_URL', start);
    return { subject, state: 'note', found: `${url}: ${messageOf(error)}`, fix };
  }
}

/** Whether webhooks arrive, according to the store. The server need not run for this check. */
export async function webhooks(location: DatabaseLocation): Promise<Finding> {
  const subject = 'webhooks';
  try {
    await mustBeThere(location);
  } catch {
    return { subject, state: 'note', found: 'none has come yet: there is no database' };
  }
  try {
    return await withStore(location, async (store) => foundOf(await store.webhooks(store.nowMs())));
  } catch (error) {
    return { subject, state: 'note', found: `not checked: ${messageOf(error)}` };
  }
}

function foundOf(webhooks: WebhookStatus): Finding {
  const subject = 'webhooks';
  const alert = webhookAlert(webhooks);
  if (webhooks.ingressDown) {
    const found = 'the ingress is down: calls are polled';
    return { subject, state: 'note', found, fix: 'start the server (`npm run server`)' };
  }
  const missing = ingressAlert(webhooks);
  if (missing) {
    const fix = `${webhooks.ingresses.filter(({ isUp }) => isUp).length} other server(s) run; \`dialwright account show --json\` lists all`;
    return { subject, state: 'fault', found: missing.text, fix };
  }
  if (alert) {
    const fix = 'calls wait for webhooks again after webhooks of three calls in a row have arrived';
    return { subject, state: 'fault', found: alert.text, fix };
  }
  return webhooks.state === 'healthy'
    ? { subject, state: 'ok', found: `arrive${perServer(webhooks.ingresses)}` }
    : { subject, state: 'note', found: 'none has come yet' };
}

/** With several servers, one that receives nothing is seen here. */
function perServer(servers: readonly IngressProcess[]): string {
  if (servers.length < 2) return '';
  return `; since their start: ${servers.map(({ name, received }) => `${name} ${received}`).join(', ')}`;
}

const soon = () => AbortSignal.timeout(PATIENCE_MS);
