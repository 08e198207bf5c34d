/** Reads settings from the environment. All faults are reported together, by variable name. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { recordingPlace, type RecordingPlace } from '../recordings-archive/recording-place.ts';
import type { RecordingQuota } from '../recordings-archive/recording-quota.ts';
import { loadCarrierProfile, type CarrierProfile } from '../carrier/http/profile.ts';
import { isLoopbackHost } from '../outgoing/public-address.ts';
import type { PayloadKey } from '../codec/payload-keys.ts';
import { timingFor, type Timing } from '../domain/timing.ts';
import { DAY_MS } from '../domain/zone.ts';
import { databaseShape, locationOf } from './database-settings.ts';
import { secret, type ListenAddress } from './setting-values.ts';
import { environment, SECRETS, type Level } from './settings.ts';
import { WORKS, type Work } from '../contract/messages.ts';
import type { Retention } from '../domain/privacy/retention.ts';
import type { DatabaseLocation } from '../store/sql/open-store.ts';

export interface Config {
  carrierUrl: string;
  carrierApiKey: string;
  carrierProfile: CarrierProfile;
  /** The URL by which the carrier reaches our ingress; undefined: there are no webhooks, and calls are polled. */
  publicUrl: string | undefined;
  /** Addresses or ranges of this host, as the carrier sees them, such as 192.0.2.0/28. Empty: not known. */
  publicAddresses: string[];
  /** The first secret signs callback URLs. All are accepted. */
  hookSecrets: string[];
  apiKeys: string[];
  /** Keys that encrypt payloads in Temporal; empty: nothing is encrypted. */
  payloadKeys: PayloadKey[];
  /** Origins of Web UIs whose pages may use the codec endpoint. */
  codecOrigins: string[];
  database: DatabaseLocation;
  recordings: RecordingPlace;
  /** Origins for recordings that need not be public or https. */
  recordingOrigins: string[];
  recordingQuota: RecordingQuota;
  host: string;
  port: number;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, or ranges such as 10.0.0.0/8. */
  trustedProxies: string[];
  /** Undefined: users sign in by passwords only. */
  identityProvider:
    { issuer: string; clientId: string; clientSecret: string; nameClaim: string } | undefined;
  /** Origins of webhook endpoints that need not be public or https. */
  webhookOrigins: string[];
  /** How long events are kept for readers. */
  eventsKeptMs: number;
  /** How long each kind of personal data is kept, in milliseconds; a kind that is missing: for good. */
  retention: Retention;
  /** How long calls are kept before they go to archives; undefined: for good. */
  callsKeptMs: number | undefined;
  /** Whether what the worker and Temporal tell each other is packed; undefined: only to a public address. */
  temporalGzip: boolean | undefined;
  /** With fewer live calls than this, every event wakes its call. Otherwise only milestones do. */
  everyEventBelow: number;
  /** Of all amounts, as its ISO 4217 code; null: not set. */
  currency: string | null;
  /** Where browsers reach Temporal's Web UI; undefined: nothing links to it. */
  webUiUrl: string | undefined;
  /** Older time zone data causes a warning. */
  zoneRulesMaxAgeDays: number;
  /** What the worker serves. */
  work: Work[];
  /** Undefined: Worker Versioning is off. */
  deployment: { deploymentName: string; buildId: string } | undefined;
  logLevel: Level;
  /** Where the process shows its metrics and answers probes; undefined: nowhere. */
  metrics: ListenAddress | undefined;
  timing: Timing;
  /** How much faster the clock of a simulated carrier runs; 1 for a real one. */
  timeFactor: number;
}

/** The settings of the server. Without URL and key of the carrier, it runs without access to the carrier. */
export type ServerConfig = Omit<Config, 'carrierUrl' | 'carrierApiKey'> & {
  carrierUrl: string | undefined;
  carrierApiKey: string | undefined;
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const MEGABYTE = 1_000_000;
const serverEnvironment = environment.partial({
  DIALWRIGHT_CARRIER_URL: true,
  DIALWRIGHT_CARRIER_API_KEY: true,
});
type ServerEnvironment = z.infer<typeof serverEnvironment>;

/** @throws ConfigError that names every missing or wrong variable and the reason */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const { settings, profile } = readSettings(env, environment);
  const { DIALWRIGHT_CARRIER_URL: carrierUrl, DIALWRIGHT_CARRIER_API_KEY: carrierApiKey } =
    settings;
  return { ...assemble(settings, profile), carrierUrl, carrierApiKey };
}

/** For a server without a worker: only the worker needs the carrier. @throws ConfigError */
export function loadServerConfig(env: NodeJS.ProcessEnv): ServerConfig {
  const { settings, profile } = readSettings(env, serverEnvironment);
  return assemble(settings, profile);
}

function readSettings<Settings extends ServerEnvironment>(
  env: NodeJS.ProcessEnv,
  schema: z.ZodType<Settings>,
): { settings: Settings; profile: CarrierProfile } {
  const faults: string[] = [];
  const parsed = schema.safeParse(withSecretFiles(env, SECRETS, faults));
  if (!parsed.success) faults.push(...faultsOf(parsed.error));
  const profile = readProfile(parsed.data?.DIALWRIGHT_CARRIER_PROFILE, faults);
  faults.push(...unknownNames(env));
  if (parsed.success) faults.push(...contradictions(parsed.data));
  if (!parsed.success || profile === undefined || faults.length > 0) throw unusable(faults);
  return { settings: parsed.data, profile };
}

/** Reads only `DIALWRIGHT_PAYLOAD_KEYS`, for tools that need no other setting. @throws ConfigError */
export function loadPayloadKeys(env: NodeJS.ProcessEnv): PayloadKey[] {
  const faults: string[] = [];
  const parsed = environment
    .pick({ DIALWRIGHT_PAYLOAD_KEYS: true })
    .safeParse(withSecretFiles(env, ['DIALWRIGHT_PAYLOAD_KEYS'], faults));
  if (!parsed.success) faults.push(...faultsOf(parsed.error));
  if (!parsed.success || faults.length > 0) throw unusable(faults);
  return parsed.data.DIALWRIGHT_PAYLOAD_KEYS;
}

export interface CarrierAccess {
  url: string;
  /** Undefined: not set. A dry run needs no key. */
  apiKey: string | undefined;
  profile: CarrierProfile;
  timing: Timing;
}

/** Reads only the settings for access to the carrier, for tools that need no others. @throws ConfigError */
export function loadCarrierAccess(env: NodeJS.ProcessEnv): CarrierAccess {
  const faults: string[] = [];
  const parsed = environment
    .pick({ DIALWRIGHT_CARRIER_URL: true, DIALWRIGHT_CARRIER_PROFILE: true })
    .extend({ DIALWRIGHT_CARRIER_API_KEY: secret.optional() })
    .safeParse(withSecretFiles(env, ['DIALWRIGHT_CARRIER_API_KEY'], faults));
  if (!parsed.success) faults.push(...faultsOf(parsed.error));
  const profile = readProfile(parsed.data?.DIALWRIGHT_CARRIER_PROFILE, faults);
  if (!parsed.success || profile === undefined || faults.length > 0) throw unusable(faults);
  const { DIALWRIGHT_CARRIER_URL: url, DIALWRIGHT_CARRIER_API_KEY: apiKey } = parsed.data;
  return { url, apiKey, profile, timing: timingFor(profile.timing, 1) };
}

const faultsOf = ({ issues }: z.ZodError) =>
  issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);

const unusable = (faults: readonly string[]) =>
  new ConfigError(`The configuration is not usable:\n${faults.map((f) => `  ${f}`).join('\n')}`);

const S3_SETTINGS = 'DIALWRIGHT_RECORDINGS_S3_';

/** Settings that are valid alone but contradict each other. */
function contradictions(env: ServerEnvironment): string[] {
  const faults: string[] = [];
  const { DIALWRIGHT_CARRIER_URL: carrierUrl, DIALWRIGHT_CARRIER_API_KEY: carrierApiKey } = env;
  if ((carrierUrl === undefined) !== (carrierApiKey === undefined)) {
    const missing = carrierUrl === undefined ? 'URL' : 'API_KEY';
    faults.push(
      `DIALWRIGHT_CARRIER_${missing}: the carrier's URL and its key go together; set both, or neither`,
    );
  }
  faults.push(...halfADeployment(env), ...halfAProvider(env));
  if (env.DIALWRIGHT_TIME_FACTOR > 1 && carrierUrl !== undefined && !isLoopback(carrierUrl)) {
    faults.push(
      'DIALWRIGHT_TIME_FACTOR: only for a simulated carrier on loopback; a real one keeps its own time',
    );
  }
  if (env.DIALWRIGHT_CODEC_ORIGINS.length > 0 && env.DIALWRIGHT_PAYLOAD_KEYS.length === 0) {
    faults.push(
      'DIALWRIGHT_CODEC_ORIGINS: there is no codec endpoint without DIALWRIGHT_PAYLOAD_KEYS',
    );
  }
  const { DIALWRIGHT_CALLS_DAYS: calls, DIALWRIGHT_RECORDINGS_DAYS: recordings } = env;
  if (calls !== undefined && (recordings === undefined || recordings > calls)) {
    faults.push(
      `DIALWRIGHT_CALLS_DAYS: a call stays as long as its recording; set DIALWRIGHT_RECORDINGS_DAYS to ${calls} or less`,
    );
  }
  if (!env.DIALWRIGHT_RECORDINGS.startsWith('s3:')) {
    const useless = Object.keys(env).filter((name) => name.startsWith(S3_SETTINGS));
    faults.push(
      ...useless.map((name) => `${name}: only with DIALWRIGHT_RECORDINGS=s3://bucket/prefix`),
    );
  }
  // API keys and tokens in paths would be sent over the network in plain text.
  const { DIALWRIGHT_HOST: host } = env;
  if (!isLoopbackHost(host.includes(':') ? `[${host}]` : host) && !env.DIALWRIGHT_TLS_IN_FRONT) {
    faults.push(
      'DIALWRIGHT_HOST: other machines can reach it by plain http: put TLS in front and set ' +
        'DIALWRIGHT_TLS_IN_FRONT=true, or listen on 127.0.0.1',
    );
  }
  return faults;
}

const PROVIDER = [
  'DIALWRIGHT_OIDC_ISSUER',
  'DIALWRIGHT_OIDC_CLIENT_ID',
  'DIALWRIGHT_OIDC_CLIENT_SECRET',
] as const;

function halfAProvider(env: ServerEnvironment): string[] {
  const missing = PROVIDER.filter((name) => env[name] === undefined);
  if (missing.length === 0 || missing.length === PROVIDER.length) return [];
  return [
    `${missing.join(', ')}: the issuer, the client id and its secret go together; set all, or none`,
  ];
}

function providerOf(env: ServerEnvironment): ServerConfig['identityProvider'] {
  const [issuer, clientId, clientSecret] = PROVIDER.map((name) => env[name]);
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    return undefined;
  return { issuer, clientId, clientSecret, nameClaim: env.DIALWRIGHT_OIDC_NAME_CLAIM };
}

/** A worker that is meant to be versioned and is not would take the runs of every build. */
function halfADeployment(env: ServerEnvironment): string[] {
  const { TEMPORAL_DEPLOYMENT_NAME: name, TEMPORAL_WORKER_BUILD_ID: buildId } = env;
  if (name?.includes('.')) return ['TEMPORAL_DEPLOYMENT_NAME: must not contain a dot'];
  if ((name === undefined) === (buildId === undefined)) return [];
  const missing = name === undefined ? 'TEMPORAL_DEPLOYMENT_NAME' : 'TEMPORAL_WORKER_BUILD_ID';
  return [`${missing}: a deployment's name and its build id go together; set both, or neither`];
}

function assemble(env: ServerEnvironment, carrierProfile: CarrierProfile): ServerConfig {
  return {
    carrierUrl: env.DIALWRIGHT_CARRIER_URL,
    carrierApiKey: env.DIALWRIGHT_CARRIER_API_KEY,
    carrierProfile,
    publicUrl: env.DIALWRIGHT_PUBLIC_URL?.replace(/\/+$/, ''),
    publicAddresses: env.DIALWRIGHT_PUBLIC_ADDRESS,
    hookSecrets: env.DIALWRIGHT_HOOK_SECRETS,
    apiKeys: env.DIALWRIGHT_API_KEYS,
    payloadKeys: env.DIALWRIGHT_PAYLOAD_KEYS,
    codecOrigins: env.DIALWRIGHT_CODEC_ORIGINS,
    database: locationOf(env),
    recordings: recordingPlace(env.DIALWRIGHT_RECORDINGS, {
      endpoint: env.DIALWRIGHT_RECORDINGS_S3_ENDPOINT,
      region: env.DIALWRIGHT_RECORDINGS_S3_REGION,
      pathStyle: env.DIALWRIGHT_RECORDINGS_S3_PATH_STYLE,
      linkSeconds: env.DIALWRIGHT_RECORDINGS_S3_LINK_SECONDS,
    }),
    recordingOrigins: env.DIALWRIGHT_RECORDING_ORIGINS,
    recordingQuota: {
      fileBytes: env.DIALWRIGHT_RECORDING_FILE_MAX_MB * MEGABYTE,
      totalBytes: env.DIALWRIGHT_RECORDINGS_TOTAL_MAX_MB * MEGABYTE,
      keepFreeBytes: env.DIALWRIGHT_RECORDINGS_KEEP_FREE_MB * MEGABYTE,
    },
    host: env.DIALWRIGHT_HOST,
    port: env.DIALWRIGHT_PORT,
    trustedProxies: env.DIALWRIGHT_TRUSTED_PROXIES,
    identityProvider: providerOf(env),
    currency: env.DIALWRIGHT_CURRENCY ?? null,
    webhookOrigins: env.DIALWRIGHT_WEBHOOK_ORIGINS,
    eventsKeptMs: env.DIALWRIGHT_EVENTS_DAYS * DAY_MS,
    retention: retentionOf(env),
    callsKeptMs: env.DIALWRIGHT_CALLS_DAYS && env.DIALWRIGHT_CALLS_DAYS * DAY_MS,
    webUiUrl: env.TEMPORAL_WEB_UI_URL,
    everyEventBelow: env.DIALWRIGHT_EVERY_EVENT_BELOW,
    temporalGzip: env.DIALWRIGHT_TEMPORAL_GZIP,
    zoneRulesMaxAgeDays: env.DIALWRIGHT_ZONE_RULES_MAX_AGE_DAYS,
    work: WORKS.filter((each) => env.DIALWRIGHT_WORKER_QUEUES.includes(each)),
    deployment: deploymentOf(env),
    logLevel: env.DIALWRIGHT_LOG_LEVEL,
    metrics: env.DIALWRIGHT_METRICS,
    timing: timingFor(carrierProfile.timing, env.DIALWRIGHT_TIME_FACTOR),
    timeFactor: env.DIALWRIGHT_TIME_FACTOR,
  };
}

function deploymentOf(env: ServerEnvironment): Config['deployment'] {
  const { TEMPORAL_DEPLOYMENT_NAME: deploymentName, TEMPORAL_WORKER_BUILD_ID: buildId } = env;
  return deploymentName === undefined || buildId === undefined
    ? undefined
    : { deploymentName, buildId };
}

function retentionOf(env: ServerEnvironment): Retention {
  const days = {
    recordings: env.DIALWRIGHT_RECORDINGS_DAYS,
    webhookBodies: env.DIALWRIGHT_WEBHOOK_BODIES_DAYS,
    contacts: env.DIALWRIGHT_CONTACTS_DAYS,
    audit: env.DIALWRIGHT_AUDIT_DAYS,
  };
  return Object.fromEntries(
    Object.entries(days).flatMap(([kind, kept]) =>
      kept === undefined ? [] : [[kind, kept * DAY_MS]],
    ),
  );
}

/** Where the database is, for tools that need no other setting. @throws ConfigError */
export function loadDatabase(env: NodeJS.ProcessEnv): DatabaseLocation {
  const faults: string[] = [];
  const parsed = z
    .object(databaseShape)
    .safeParse(withSecretFiles(env, ['DIALWRIGHT_DATABASE_URL'], faults));
  if (!parsed.success) faults.push(...faultsOf(parsed.error));
  if (!parsed.success || faults.length > 0) throw unusable(faults);
  return locationOf(parsed.data);
}

// A secret may be in a file named by NAME_FILE, because container platforms provide secrets as files.
function withSecretFiles(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
  faults: string[],
): NodeJS.ProcessEnv {
  const merged: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) if (value !== '') merged[name] = value;
  for (const name of names) {
    const file = merged[`${name}_FILE`];
    if (file === undefined) continue;
    if (merged[name] !== undefined)
      faults.push(`${name}: set directly and as ${name}_FILE; choose one`);
    try {
      merged[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      faults.push(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return merged;
}

function readProfile(path: string | undefined, faults: string[]): CarrierProfile | undefined {
  try {
    return loadCarrierProfile(path);
  } catch (error) {
    faults.push(
      `DIALWRIGHT_CARRIER_PROFILE: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

/** Settings of the command line (src/cli), which have the same prefix. */
const CLIENT_SETTINGS = ['DIALWRIGHT_URL', 'DIALWRIGHT_API_KEY'];

// Without this check, a misspelt variable would be ignored and its default used.
function unknownNames(env: NodeJS.ProcessEnv): string[] {
  const known = new Set([
    ...Object.keys(environment.shape),
    ...SECRETS.map((name) => `${name}_FILE`),
    ...CLIENT_SETTINGS,
  ]);
  return Object.keys(env)
    .filter((name) => name.startsWith('DIALWRIGHT_') && !known.has(name))
    .map((name) => `${name}: no such setting`);
}

const isLoopback = (text: string): boolean => isLoopbackHost(new URL(text).hostname);
