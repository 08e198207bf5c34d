import type {
  DeliveryKind,
  DeliveryVerdict,
  WebhookAnswer,
} from '../../domain/events/webhook-delivery.ts';
import type { Edit, IdempotencyKey, Idempotent, Page, PageRequest } from '../requests.ts';
import type { OutboxEvent } from './event-store.ts';

/** Each is a workflow, and an activity that runs for as long as the endpoint takes events. */
export const MOST_ENDPOINTS = 20;
/** Deliveries of one endpoint that are kept. */
export const DELIVERIES_KEPT = 200;

export interface EndpointSettings {
  url: string;
  description: string;
  /** Types and groups such as `call.*`; null: all. */
  types: readonly string[] | null;
}

export interface WebhookEndpoint extends EndpointSettings {
  id: string;
  state: 'enabled' | 'disabled';
  /** Why it is disabled: what failed, or who asked for it. */
  disabledReason: string | null;
  /** When the secrets expire that were replaced. */
  oldSecretsUntilMs: number[];
  /** Serial of an event: nothing up to it is left to be sent. */
  position: number;
  replay: { position: number; to: number } | null;
  failing: { tries: number; sinceMs: number; reason: string; nextTryAtMs: number } | null;
  createdAtMs: number;
}

/** A request to an endpoint. */
export interface WebhookDelivery {
  kind: DeliveryKind;
  /** Null: a test. */
  eventSerial: number | null;
  type: string;
  atMs: number;
  durationMs: number;
  /** Null: no answer. */
  status: number | null;
  /** Null: delivered. */
  failure: string | null;
  nextTryAtMs: number | null;
}

/** What one request to an endpoint needs. */
export interface EndpointAccess {
  url: string;
  /** The valid ones, the newest first. */
  secrets: string[];
}

export type EndpointWork =
  /** It is deleted or disabled, or another delivery has taken over. */
  | { kind: 'over' }
  | { kind: 'wait'; untilMs: number; reason: string }
  | {
      kind: 'open';
      access: EndpointAccess;
      types: readonly string[] | null;
      position: number;
      replay: { position: number; to: number } | null;
      failures: { tries: number; sinceMs: number | null };
    };

export interface EndpointStore {
  /** @throws StoreRefusal too-many-endpoints */
  addEndpoint(
    input: EndpointSettings & { id: string; secret: string; nowMs: number },
    key?: IdempotencyKey,
  ): Promise<Idempotent<WebhookEndpoint>>;
  endpoints(): Promise<WebhookEndpoint[]>;
  endpoint(id: string): Promise<WebhookEndpoint>;
  editEndpoint(
    input: { id: string } & Edit<WebhookEndpoint, EndpointSettings, WebhookEndpoint>,
    key?: IdempotencyKey,
  ): Promise<Idempotent<WebhookEndpoint & { removed: readonly string[] }>>;
  /** An endpoint that is enabled again gets what was written meanwhile and is still kept. */
  setEndpointState(
    input: { id: string; state: WebhookEndpoint['state']; nowMs: number },
    key?: IdempotencyKey,
  ): Promise<Idempotent<WebhookEndpoint>>;
  removeEndpoint(
    input: { id: string; nowMs: number },
    key?: IdempotencyKey,
  ): Promise<Idempotent<WebhookEndpoint>>;
  /** The secret before is valid until then as well. */
  rotateSecret(
    input: { id: string; secret: string; oldUntilMs: number; nowMs: number },
    key?: IdempotencyKey,
  ): Promise<Idempotent<WebhookEndpoint>>;
  /**
   * Sends events again that were written between two serials, both included.
   * @param input.to undefined: up to the last one that was sent
   * @throws StoreRefusal being-replayed, events-lost
   */
  replayEvents(
    input: { id: string; from: number; to: number | undefined; nowMs: number },
    key?: IdempotencyKey,
  ): Promise<Idempotent<WebhookEndpoint>>;
  /** The newest first. */
  deliveries(id: string, page: PageRequest): Promise<Page<WebhookDelivery>>;

  /** Ids of endpoints that need a workflow. */
  enabledEndpoints(): Promise<string[]>;
  /** For a test: the endpoint may be disabled. Undefined: it was deleted. */
  endpointAccess(id: string, nowMs: number): Promise<EndpointAccess | undefined>;
  /** Takes over the delivery to an endpoint: the lease of the one before is no longer valid. Undefined: it was deleted. */
  leaseEndpoint(id: string): Promise<number | undefined>;
  endpointWork(input: { id: string; lease: number; nowMs: number }): Promise<EndpointWork>;
  /** Notes what came of a request, and moves on. False: another delivery has taken over, or the endpoint is disabled. */
  noteDelivery(input: {
    id: string;
    lease: number;
    kind: 'event' | 'replay';
    event: Pick<OutboxEvent, 'serial' | 'type'>;
    answer: WebhookAnswer;
    verdict: DeliveryVerdict;
    nowMs: number;
  }): Promise<boolean>;
  noteTest(input: { id: string; answer: WebhookAnswer; nowMs: number }): Promise<void>;
  /** Passes over events that the endpoint does not want. */
  advanceEndpoint(input: {
    id: string;
    lease: number;
    kind: 'event' | 'replay';
    position: number;
  }): Promise<void>;
}
