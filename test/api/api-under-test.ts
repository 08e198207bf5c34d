/** The API on the real store in a folder of its own. Only Temporal is simulated: its gateway records its requests. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { PayloadCodec } from '@temporalio/common';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { rehearseCampaign } from '../../src/activities/planning/rehearsal.ts';
import { RehearsalRoom } from '../../src/activities/planning/rehearsal-room.ts';
import type { ApiSettings, CarrierAccess, DevTools } from '../../src/api/http/api-deps.ts';
import { createApi, type ApiOptions } from '../../src/api/create-api.ts';
import type {
  EventsMessage,
  TemporalGateway,
  SignalOutcome,
} from '../../src/api/temporal/temporal-gateway.ts';
import { DEFAULT_CARRIER_PROFILE, type CarrierProfile } from '../../src/carrier/http/profile.ts';
import {
  callbackUrl,
  recordingHookUrl,
  recordingUrlOfCall,
} from '../../src/carrier/calls/tokens.ts';
import { parsePlacementId } from '../../src/domain/ids.ts';
import { timingFor } from '../../src/domain/timing.ts';
import type { RecordingArchive } from '../../src/recordings-archive/recording-archive.ts';
import { recordingsFolder } from '../../src/recordings-archive/recordings-folder.ts';
import type { Store } from '../../src/store/store.ts';
import type { WebUi } from '../../src/domain/web-ui.ts';
import type { ZoneRules } from '../../src/domain/zone-release.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';

const USUAL_TIMING = timingFor(DEFAULT_CARRIER_PROFILE.timing);

export const API_KEY = 'first-key-0123456789';
export const OTHER_KEY = 'other-key-0123456789';
const PUBLIC_URL = 'https://dialwright.example';
const SECRET = 'a-hook-secret-of-at-least-32-characters';

export interface RecordingGateway extends TemporalGateway {
  /** Its requests, in order: `wake c1`, `hang-up c1.1.1` … */
  requests: string[];
  messages: EventsMessage[];
  /** Set: Temporal cannot be reached. */
  down: boolean;
  answer: SignalOutcome;
  /** The type of the error with which rehearsals fail. */
  rehearsalFault: string | null;
}

export type ApiUnderTest = Awaited<ReturnType<typeof startApi>>;

export interface StartOptions extends ApiOptions {
  /** Wraps the store, to make it fail. */
  store?: (store: Store) => Store;
  /** Wraps the archive, to make it fail. */
  recordings?: (archive: RecordingArchive) => RecordingArchive;
  nowMs?: () => number;
  /** Adds routes that only a test needs. */
  routes?: (api: FastifyInstance) => void;
  everyEventBelow?: number;
  currency?: string;
  identityProvider?: ApiSettings['identityProvider'];
  timeFactor?: number;
  dev?: DevTools;
  webUi?: WebUi;
  trustedProxies?: string[];
  importAnswerMs?: number;
  payloadCodec?: PayloadCodec;
  codecOrigins?: string[];
  publicUrl?: string;
  carrierAccess?: CarrierAccess;
  carrierProfile?: CarrierProfile;
  zoneRules?: () => ZoneRules;
}

const NEW_RULES = () => ({ release: '2099a', machineRelease: null, maxAgeDays: 1 });

export async function startApi(options: StartOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-api-'));
  const recordingsDir = join(folder, 'recordings');
  mkdirSync(recordingsDir);
  const archive = recordingsFolder(recordingsDir);
  const opened = openSqliteStore({ path: join(folder, 'store.sqlite') });
  const store = options.store?.(opened) ?? opened;
  const gateway = recordingGateway(store);
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const settings = {
    apiKeys: [API_KEY, OTHER_KEY],
    hookSecrets: [SECRET],
    trustedProxies: options.trustedProxies ?? [],
    carrierProfile: options.carrierProfile ?? DEFAULT_CARRIER_PROFILE,
    everyEventBelow: options.everyEventBelow ?? 100,
    currency: options.currency ?? null,
    identityProvider: options.identityProvider,
    ...(options.webUi === undefined ? {} : { webUi: options.webUi }),
    ...(options.timeFactor === undefined ? {} : { timeFactor: options.timeFactor }),
    ...(options.importAnswerMs === undefined ? {} : { importAnswerMs: options.importAnswerMs }),
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    codecOrigins: options.codecOrigins ?? [],
    webhookOrigins: ['http://127.0.0.1:4000'],
    timing: { ...USUAL_TIMING, lingerMs: 5, deskSpacingMs: 61_000, lookupAtMostMs: 30_000 },
  };
  const api = createApi(
    {
      zoneRules: NEW_RULES,
      nowMs: Date.now,
      ...givenOf(options),
      store,
      gateway,
      recordings: options.recordings?.(archive) ?? archive,
      settings,
      log,
    },
    options,
  );
  async function stop(): Promise<void> {
    await api.close();
    await opened.close();
    rmSync(folder, { recursive: true });
  }

  try {
    options.routes?.(api);
    await api.ready();
  } catch (error) {
    await stop();
    throw error;
  }

  async function call(method: string, path: string, rest: Partial<InjectOptions> = {}) {
    const answer = await api.inject({
      method: method as 'GET',
      url: path,
      ...rest,
      headers: { authorization: `Bearer ${API_KEY}`, ...rest.headers },
    });
    return answer;
  }

  return {
    api,
    store,
    gateway,
    folder,
    recordingsDir,
    logged,
    call,
    get: (path: string, headers: Record<string, string> = {}) => call('GET', path, { headers }),
    post: (path: string, payload?: object, headers: Record<string, string> = {}) =>
      call('POST', path, { headers, ...(payload === undefined ? {} : { payload }) }),
    /** Path of the callback URL of `{ref}.{placement}`. */
    eventHook: (id: string) =>
      callbackUrl(PUBLIC_URL, parsePlacementId(id)!, [SECRET]).slice(PUBLIC_URL.length),
    /** Path of the recording URL of `{ref}.{placement}`. */
    recordingHookOf: (id: string) =>
      recordingUrlOfCall(PUBLIC_URL, parsePlacementId(id)!, [SECRET]).slice(PUBLIC_URL.length),
    recordingHook: () => recordingHookUrl(PUBLIC_URL, [SECRET]).slice(PUBLIC_URL.length),

    async campaign(settings: object = {}): Promise<string> {
      const created = await call('POST', '/v1/campaigns', {
        payload: { name: 'spring', ...settings },
      });
      return created.json<{ id: string }>().id;
    },

    stop,
  };
}

const givenOf = ({ payloadCodec, carrierAccess, zoneRules, nowMs, dev }: StartOptions) => ({
  ...(dev ? { dev } : {}),
  ...(nowMs ? { nowMs } : {}),
  ...(zoneRules ? { zoneRules } : {}),
  ...(payloadCodec ? { payloadCodec } : {}),
  ...(carrierAccess ? { carrierAccess } : {}),
});

function recordingGateway(store: Store): RecordingGateway {
  const rehearsals = new RehearsalRoom();
  const rehearsed = new Set<string>();
  const gateway: RecordingGateway = {
    requests: [],
    messages: [],
    down: false,
    answer: 'signalled',
    rehearsalFault: null,
    wakeCampaign: async (id) => void (await say(`wake ${id}`)),
    syncCallback: async (id) => void (await say(`sync ${id}`)),
    signalCampaign: (id) => say(`tell ${id}`),
    reconcile: async (id) => void (await say(`reconcile ${id}`)),
    // What the worker does, without Temporal.
    async rehearse(campaignId, order, signal) {
      await say(`rehearse ${campaignId}`);
      if (gateway.rehearsalFault) return { kind: 'failed', code: gateway.rehearsalFault };
      if (rehearsed.has(campaignId)) return { kind: 'busy' };
      rehearsed.add(campaignId);
      const environment = new MockActivityEnvironment();
      signal.addEventListener('abort', () => environment.cancel());
      const context = { store, rehearsals, nowMs: Date.now };
      const forecast = await environment
        .run(() => rehearseCampaign(context, { campaignId, order }))
        .finally(() => rehearsed.delete(campaignId));
      return { kind: 'done', forecast: forecast as string };
    },
    wakeWebhookEndpoint: async (id) => void (await say(`wake endpoint ${id}`)),
    async testWebhook(id) {
      await say(`test endpoint ${id}`);
      return { status: 204, failure: null, durationMs: 12 };
    },
    hangUp: (ref) => say(`hang-up ${ref}`),
    signalRecordingDelivered: (ref) => say(`recording ${ref}`),
    pollCall: (ref) => say(`look ${ref}`),
    signalEvents: (message) => {
      if (!gateway.down) gateway.messages.push(message);
      return say(`${message.signalName} ${message.ref}`);
    },
    startLateEvents: async ({ ref, isOver }) =>
      void (await say(`${isOver ? 'late events' : 'start again'} ${ref}`)),
    check: async () => {
      if (gateway.down) throw new Error('unavailable');
    },
  };
  async function say(what: string): Promise<SignalOutcome> {
    if (gateway.down) throw new Error('unavailable');
    gateway.requests.push(what);
    return gateway.answer;
  }
  return gateway;
}

/** A webhook's body as the carrier sends it. */
export function eventBody(seq: number, name: string, id = 'carrier-call-1'): object {
  return {
    event: `click2call.${name}`,
    event_seq: seq,
    occurred_at: '2026-11-21T10:00:00Z',
    data: { id },
  };
}
