/** All requests of the API to Temporal. Each has a deadline, because the API must also answer without Temporal. */
import {
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  type Client,
} from '@temporalio/client';
import {
  ActivityFailure,
  ApplicationFailure,
  toPayloads,
  type LoadedDataConverter,
  type Payload,
} from '@temporalio/common';
import {
  callWorkflowId,
  campaignWorkflowId,
  type CallbackId,
  type CallRef,
  type CampaignId,
  type ReconciliationId,
} from '../../domain/ids.ts';
import {
  SIGNALS,
  WORKFLOWS,
  type CallEventsSignal,
  type CallTiming,
} from '../../contract/messages.ts';
import {
  callAgain,
  callInput,
  callbackStart,
  campaignWake,
  reconciliationStart,
  rehearsalStart,
  webhookEndpointWake,
  webhookTestStart,
} from '../../contract/starts.ts';
import { GRPC } from '../../contract/grpc.ts';

/** `gone`: there is no such workflow, or it has closed. */
export type SignalOutcome = 'signalled' | 'gone';

export interface EventsMessage {
  ref: CallRef;
  signalName: string;
  input: CallEventsSignal;
  /** Temporal drops a second signal with the same id, so that a repeat adds no event to the history. */
  requestId: string;
}

export type RehearsalOutcome =
  | { kind: 'done'; forecast: string }
  /** The campaign is being rehearsed already. */
  | { kind: 'busy' }
  /** `code`: one of `REHEARSAL_FAULTS`, or null where it did not end in time. */
  | { kind: 'failed'; code: string | null };

export interface WebhookTestAnswer {
  /** Null: no answer. */
  status: number | null;
  /** Null: delivered. */
  failure: string | null;
  durationMs: number;
}

/** Each method rejects when Temporal cannot be reached in time. */
export interface TemporalGateway {
  /** Makes the campaign's workflow read the store; starts it if it does not run. */
  wakeCampaign(id: CampaignId): Promise<void>;
  /** Makes the campaign's workflow read the store, if it runs. */
  signalCampaign(id: CampaignId): Promise<SignalOutcome>;
  /** Updates the schedule of a changed callback. */
  syncCallback(id: CallbackId): Promise<void>;
  /** Starts a comparison with the carrier's call records. */
  reconcile(id: ReconciliationId): Promise<void>;
  /**
   * Runs a rehearsal on a worker and waits for it. `order` and the forecast are text (`rehearsal-text.ts`). If the signal
   * aborts, the rehearsal is cancelled.
   */
  rehearse(id: CampaignId, order: string, signal: AbortSignal): Promise<RehearsalOutcome>;
  /** Makes the delivery to a webhook endpoint read the store; starts it if it does not run. */
  wakeWebhookEndpoint(id: string): Promise<void>;
  /** Sends a test event from a worker, and waits for it. Null: the endpoint was deleted, or no worker took it in time. */
  testWebhook(id: string): Promise<WebhookTestAnswer | null>;
  hangUp(ref: CallRef): Promise<SignalOutcome>;
  signalEvents(message: EventsMessage): Promise<SignalOutcome>;
  /** Makes an ended call read its inbox. If its workflow has closed, it runs again. `isOver`: as a run for late events. */
  startLateEvents(call: { ref: CallRef; campaignName: string; isOver: boolean }): Promise<void>;
  signalRecordingDelivered(ref: CallRef): Promise<SignalOutcome>;
  /** Makes a call poll by GET. */
  pollCall(ref: CallRef): Promise<SignalOutcome>;
  /** Rejects when Temporal does not answer. */
  check(): Promise<void>;
}

export interface ConnectedGateway extends TemporalGateway {
  /**
   * Resolves when no request is running any more, including abandoned ones. Await it before the connection is
   * closed: the client's retry timer throws an unhandled error when its channel is shut down.
   */
  settled(): Promise<void>;
}

const DEADLINE_MS = 2_000;
/** Shorter than a balancer waits for `/readyz`, which must not fail because Temporal is silent. */
const CHECK_DEADLINE_MS = 500;

/** Of calls whose workflows the gateway starts. */
export interface CallSettings {
  webhooks: boolean;
  timing: CallTiming;
  /** False: names must not be shown to the Temporal server. */
  namesSearchable: boolean;
}

export function createTemporalGateway(client: Client, calls: CallSettings): ConnectedGateway {
  const underWay = new Set<Promise<unknown>>();

  function soon<Answer>(
    request: () => Promise<Answer>,
    withinMs: number = DEADLINE_MS,
  ): Promise<Answer> {
    const answer = client.connection.withDeadline(Date.now() + withinMs, request);
    const over: Promise<unknown> = answer.then(
      () => underWay.delete(over),
      () => underWay.delete(over),
    );
    underWay.add(over);
    return inTime(answer, withinMs);
  }

  const signal = (message: SignalMessage) =>
    soon(() => signalRaw(client, message)).then(signalled, signalledUnlessGone);

  return {
    async wakeCampaign(id) {
      await soon(() => client.workflow.signalWithStart(WORKFLOWS.campaign, campaignWake(id)));
    },
    signalCampaign: (id) =>
      signal({ workflowId: campaignWorkflowId(id), signalName: SIGNALS.changed }),
    async syncCallback(id) {
      await soon(() =>
        client.workflow.start(WORKFLOWS.callback, {
          ...callbackStart(id),
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      );
    },
    async reconcile(id) {
      await soon(() => client.workflow.start(WORKFLOWS.reconciliation, reconciliationStart(id)));
    },
    async rehearse(id, order, signal) {
      const handle = await soon(() =>
        client.workflow.start(WORKFLOWS.rehearsal, rehearsalStart(id, order)),
      ).catch(unlessStarted);
      if (handle === undefined) return { kind: 'busy' };
      const cancel = () => void soon(() => handle.cancel()).catch(() => undefined);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const result = client.connection.withAbortSignal(signal, () => handle.result());
        return { kind: 'done', forecast: (await result) as string };
      } catch (error) {
        if (!(error instanceof WorkflowFailedError)) throw error;
        return { kind: 'failed', code: faultOf(error) };
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    async wakeWebhookEndpoint(id) {
      await soon(() =>
        client.workflow.signalWithStart(WORKFLOWS.webhookEndpoint, webhookEndpointWake(id)),
      );
    },
    async testWebhook(id) {
      const handle = await soon(() =>
        client.workflow.start(WORKFLOWS.webhookTest, webhookTestStart(id)),
      );
      try {
        return (await handle.result()) as WebhookTestAnswer | null;
      } catch (error) {
        if (!(error instanceof WorkflowFailedError)) throw error;
        return null;
      }
    },
    hangUp: (ref) => signal({ workflowId: callWorkflowId(ref), signalName: SIGNALS.hangup }),
    signalRecordingDelivered: (ref) =>
      signal({ workflowId: callWorkflowId(ref), signalName: SIGNALS.recordingDelivered }),
    pollCall: (ref) => signal({ workflowId: callWorkflowId(ref), signalName: SIGNALS.poke }),
    signalEvents: ({ ref, signalName, input, requestId }) =>
      signal({ workflowId: callWorkflowId(ref), signalName, requestId, args: [input] }),
    async startLateEvents({ ref, campaignName, isOver }) {
      const input = { ...callInput(ref, calls), ...(isOver && { lateEvents: true }) };
      const name = calls.namesSearchable ? campaignName : undefined;
      const start = callAgain(input, { signal: SIGNALS.readInbox, campaignName: name });
      await soon(() => client.workflow.signalWithStart(WORKFLOWS.call, start));
    },
    async check() {
      await soon(() => client.workflowService.getSystemInfo({}), CHECK_DEADLINE_MS);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function unlessStarted(error: unknown): undefined {
  if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
}

/** Null for an error that was retried until the time was up: it may be over when the request is repeated. */
function faultOf({ cause }: WorkflowFailedError): string | null {
  const fault = cause instanceof ActivityFailure ? cause.cause : cause;
  return fault instanceof ApplicationFailure && fault.nonRetryable ? (fault.type ?? null) : null;
}

// The client may retry for a second past its own deadline; a late success does no harm.
async function inTime<Answer>(answer: Promise<Answer>, withinMs: number): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer from Temporal in ${withinMs} ms`)),
    withinMs,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const signalled = (): SignalOutcome => 'signalled';

function signalledUnlessGone(error: unknown): SignalOutcome {
  if (isGrpcServiceError(error) && (error.code as number) === GRPC.NOT_FOUND) return 'gone';
  throw error;
}

interface SignalMessage {
  workflowId: string;
  signalName: string;
  /** If absent, a new id is used, so that a repeat is a new signal. */
  requestId?: string;
  args?: unknown[];
}

// The client's own `signal` uses a new request id each time, so Temporal would treat a repeat as a new signal.
async function signalRaw(
  client: Client,
  { workflowId, signalName, requestId = crypto.randomUUID(), args = [] }: SignalMessage,
): Promise<void> {
  const { namespace, identity, loadedDataConverter } = client.options;
  await client.workflowService.signalWorkflowExecution({
    namespace,
    identity,
    workflowExecution: { workflowId },
    signalName,
    requestId,
    input: { payloads: await encoded(loadedDataConverter, args) },
  });
}

/** As the client encodes arguments: converted first, then through each codec in its order. */
async function encoded(
  { payloadConverter, payloadCodecs }: LoadedDataConverter,
  args: unknown[],
): Promise<Payload[]> {
  let payloads = toPayloads(payloadConverter, ...args) ?? [];
  for (const codec of payloadCodecs) payloads = await codec.encode(payloads);
  return payloads;
}
