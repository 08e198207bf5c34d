import type { PayloadCodec } from '@temporalio/common';
import type { FastifyBaseLogger } from 'fastify';
import type { CarrierAccount } from '../../carrier/carrier-account/account.ts';
import type { ListedOperation } from '../../carrier/carrier-account/operations.ts';
import type { CarrierProfile } from '../../carrier/http/profile.ts';
import type { CarrierFacts, CarrierWanted } from '../../domain/planning/preflight/carrier-facts.ts';
import type { Timing } from '../../domain/timing.ts';
import type { ZoneRules } from '../../domain/zone-release.ts';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { Store } from '../../store/store.ts';
import type { BackgroundTasks } from '../temporal/background-tasks.ts';
import type { TemporalGateway } from '../temporal/temporal-gateway.ts';

/** What the API needs of the configuration. */
interface ApiSettings {
  apiKeys: string[];
  hookSecrets: string[];
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  carrierProfile: CarrierProfile;
  everyEventBelow: number;
  /** An import that takes longer is answered while it goes on; by default 25 seconds. */
  importAnswerMs?: number;
  codecOrigins: string[];
  timing: Pick<Timing, 'lingerMs' | 'deskSpacingMs' | 'pollSpacingMs' | 'lookupAtMostMs' | 'hold'>;
  /** Where the carrier reaches the ingress; undefined: no webhooks. */
  publicUrl?: string | undefined;
}

/** The carrier, as the API asks it; a root opens it. */
export interface CarrierAccess {
  /** Reads only, bounded in requests and in time; what could not be asked is said in the facts. */
  checkCampaign(wanted: CarrierWanted): Promise<CarrierFacts>;
  /** Its resources (4.4 to 4.7). Recordings are not among them: their quota is the desk's. */
  account: CarrierAccount;
  /** Sends nothing. @throws CarrierInputError where the question would, instead of being sent */
  checkInput(question: (account: CarrierAccount) => Promise<unknown>): Promise<void>;
  operations: readonly ListedOperation[];
}

/** What `createApi` is given. */
export interface ApiDeps {
  store: Store;
  gateway: TemporalGateway;
  recordings: RecordingArchive;
  settings: ApiSettings;
  log: FastifyBaseLogger;
  nowMs: () => number;
  /** Which time zone data this process and its machine have. */
  zoneRules: () => ZoneRules;
  /** There is a codec endpoint with it, and none without. */
  payloadCodec?: PayloadCodec;
  /** Without it the carrier is not asked. */
  carrierAccess?: CarrierAccess;
}

/** What the resources are given. */
export interface ResourceDeps extends ApiDeps {
  background: BackgroundTasks;
}
