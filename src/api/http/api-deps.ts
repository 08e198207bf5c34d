import type { PayloadCodec } from '@temporalio/common';
import type { FastifyBaseLogger } from 'fastify';
import type { CarrierAccount } from '../../carrier/carrier-account/account.ts';
import type { ListedOperation } from '../../carrier/carrier-account/operations.ts';
import type { CarrierProfile } from '../../carrier/http/profile.ts';
import type { CarrierFacts, CarrierWanted } from '../../domain/planning/preflight/carrier-facts.ts';
import type { Timing } from '../../domain/timing.ts';
import type { WebUi } from '../../domain/web-ui.ts';
import type { ZoneRules } from '../../domain/zone-release.ts';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { Store } from '../../store/store.ts';
import type { BackgroundTasks } from '../temporal/background-tasks.ts';
import type { TemporalGateway } from '../temporal/temporal-gateway.ts';

/** Who vouches for people by OpenID Connect. */
export interface IdentityProviderSettings {
  /** Its issuer URL, without what is behind it (`/.well-known/openid-configuration`). */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that is the name of the user, such as `email`. */
  nameClaim: string;
}

/** The settings that the API needs. */
export interface ApiSettings {
  apiKeys: string[];
  hookSecrets: string[];
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  carrierProfile: CarrierProfile;
  everyEventBelow: number;
  /** Of all amounts, as its ISO 4217 code; null: not set. */
  currency: string | null;
  /** An import that takes longer than this gets its answer while it runs; by default 25 seconds. */
  importAnswerMs?: number;
  codecOrigins: string[];
  /** Left out: people sign in by passwords only. */
  identityProvider?: IdentityProviderSettings | undefined;
  /** Temporal's Web UI; left out: nothing links to it. */
  webUi?: WebUi | undefined;
  /** Origins of webhook endpoints that need not be public or https. */
  webhookOrigins: string[];
  timing: Pick<
    Timing,
    | 'lingerMs'
    | 'deskSpacingMs'
    | 'pollSpacingMs'
    | 'lookupAtMostMs'
    | 'horizonMs'
    | 'settleAtMostMs'
    | 'hold'
  >;
  /** How much faster the clock of the simulated carrier runs; by default 1. */
  timeFactor?: number;
  /** The URL by which the carrier reaches the ingress; undefined: no webhooks. */
  publicUrl?: string | undefined;
}

/** The API's access to the carrier. */
export interface CarrierAccess {
  /** Sends only reads, limited in number and time. The result names what could not be asked. */
  checkCampaign(wanted: CarrierWanted): Promise<CarrierFacts>;
  /** The carrier's resources (4.4 to 4.7), without recordings: only the recording desk may spend their quota. */
  account: CarrierAccount;
  /** Checks a request without sending it. @throws CarrierInputError as the request itself would */
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
  /** The time zone data of this process and its machine. */
  zoneRules: () => ZoneRules;
  /** Called for each webhook with a valid token. */
  noteWebhook?: () => void;
  /** If given, there is a codec endpoint. */
  payloadCodec?: PayloadCodec;
  /** Undefined: the API has no access to the carrier. */
  carrierAccess?: CarrierAccess;
  /** Only where `npm start` runs the server. */
  dev?: DevTools | undefined;
}

/** What `npm start` adds to a server. */
export interface DevTools {
  /** `take`: the id of the user whom the code of a sign-in link signs in, once; undefined: the link is over. */
  signInCodes: { take(code: string): string | undefined };
  /** The standing demonstration, as soon as there is one. */
  demonstrationCampaignId?: string;
}

/** What the resources are given. */
export interface ResourceDeps extends ApiDeps {
  background: BackgroundTasks;
}
