/**
 * Whether the carrier's webhooks arrive. Calls whose end GET has confirmed are the evidence: for each of them a webhook
 * had arrived before, or not. Stored with the account; plain JSON.
 */
import type { LiveState } from '../calls/call-state.ts';
import type { Timing } from '../timing.ts';

/** `unproven`: no webhook has come yet, and too few calls have ended to say that none will. */
export const WEBHOOK_STATES = ['unproven', 'healthy', 'lost'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export interface WebhookHealth {
  state: WebhookState;
  /** Null: since the beginning. */
  sinceMs: number | null;
  /** The last calls since the state changed, oldest first. True: a webhook of the call had arrived before. */
  recent: boolean[];
}

export const NEW_WEBHOOK_HEALTH: WebhookHealth = { state: 'unproven', sinceMs: null, recent: [] };

const WINDOW = 8;
/** This many equal calls in a row change the state, in both directions. */
const IN_A_ROW = 3;
/** Missed calls in a full window that mean `lost`. Fewer are single lost deliveries. */
const MISSED_OF_WINDOW = WINDOW / 2;

/** After GET has confirmed the end of one more call. Each new state starts an empty window, so it cannot flap. */
export function afterCallSeen(
  known: WebhookHealth,
  { received, nowMs }: { received: boolean; nowMs: number },
): WebhookHealth {
  const recent = [...known.recent, received].slice(-WINDOW);
  const last = recent.slice(-IN_A_ROW);
  const isRow = last.length === IN_A_ROW;
  const missed = recent.filter((each) => !each).length;
  const falls =
    !received &&
    ((isRow && last.every((each) => !each)) ||
      (recent.length === WINDOW && missed >= MISSED_OF_WINDOW));
  if (known.state !== 'lost' && falls) return { state: 'lost', sinceMs: nowMs, recent: [] };
  const rises = known.state === 'unproven' ? received : isRow && last.every((each) => each);
  if (known.state !== 'healthy' && rises) return { state: 'healthy', sinceMs: nowMs, recent: [] };
  // Where nothing changes, the same object is returned, so that it need not be written.
  const isSame =
    recent.length === known.recent.length &&
    recent.every((each, index) => each === known.recent[index]);
  return isSame ? known : { ...known, recent };
}

/** A webhook has come: the first one proves that they arrive. */
export function afterWebhookReceived(known: WebhookHealth, nowMs: number): WebhookHealth {
  return known.state === 'unproven' ? { state: 'healthy', sinceMs: nowMs, recent: [] } : known;
}

/** The facts that decide whether calls wait for webhooks. */
export interface WebhookStatus extends WebhookHealth {
  /** When the last webhook of any call arrived. */
  webhookAtMs: number | null;
  /** None of our ingress processes is up. */
  ingressDown: boolean;
  /** The processes that run, and those whose heartbeats stopped a short time ago although nobody stopped them. */
  ingresses: IngressProcess[];
}

export interface IngressProcess {
  /** Host name and port. */
  name: string;
  sinceMs: number;
  /** Its last heartbeat. */
  seenMs: number;
  /** False: heartbeats are missing, so webhooks that are sent to it are lost. */
  isUp: boolean;
  /** Webhooks since its start. */
  received: number;
  receivedAtMs: number | null;
}

/** Why calls are polled by GET from their start, as text for people; undefined: calls wait for webhooks. */
export function whyPolled({
  state,
  ingressDown,
  ingresses,
}: Pick<WebhookStatus, 'state' | 'ingressDown' | 'ingresses'>): string | undefined {
  if (ingressDown) return 'our ingress is down, so webhooks cannot arrive';
  if (ingresses.some(({ isUp }) => !isUp)) {
    return 'one of our servers is down, so webhooks that are sent to it are lost';
  }
  return state === 'lost' ? 'webhooks do not arrive' : undefined;
}

/** The alert while webhooks are lost. */
export function webhookAlert({
  state,
  sinceMs,
}: Pick<WebhookStatus, 'state' | 'sinceMs'>): { text: string; sinceMs: number } | undefined {
  if (state !== 'lost' || sinceMs === null) return undefined;
  const text =
    'webhooks do not arrive, so calls are polled by GET: check that the carrier can reach the public URL';
  return { text, sinceMs };
}

/** The alert while a server is missing and another one runs. */
export function ingressAlert({
  ingressDown,
  ingresses,
}: Pick<WebhookStatus, 'ingressDown' | 'ingresses'>):
  { text: string; sinceMs: number } | undefined {
  const missing = ingresses.filter(({ isUp }) => !isUp);
  if (ingressDown || missing.length === 0) return undefined;
  const names = missing.map(({ name }) => name).join(', ');
  const text =
    `no heartbeat comes from ${names}, so webhooks that are sent there are lost, and calls are polled by GET: ` +
    'start it again, or see that nothing is sent there';
  return { text, sinceMs: Math.min(...missing.map(({ seenMs }) => seenMs)) };
}

/** A live call and its last signs of progress. */
export interface WatchedCall {
  deepest: LiveState;
  placedAtMs: number;
  /** Its last readable webhook. */
  webhookAtMs: number | null;
  polledAtMs: number | null;
  /** The last poll that showed more than was known. */
  pollProgressAtMs: number | null;
  /** The last poll failed: the call polls again by itself, as soon as the carrier may be asked. */
  pollsFail: boolean;
  hangupAsked: boolean;
}

/**
 * Whether a live call waits for its webhooks. It does not if webhooks are known not to arrive, if a poll has shown
 * something before its webhook, if no webhook of any call has arrived since it was placed, or after a hang-up, because
 * its end is near.
 */
export function awaitsWebhooks(
  call: Omit<WatchedCall, 'deepest' | 'polledAtMs' | 'pollsFail'>,
  webhooks: WebhookStatus,
  nowMs: number,
  timing: Pick<Timing, 'quietMs' | 'ringPollMs'>,
): boolean {
  if (whyPolled(webhooks) !== undefined || call.hangupAsked) return false;
  return !hasPollShownFirst(call) && !isQuiet(call, webhooks, nowMs, timing);
}

/** Whether a poll has shown something that no webhook of the call has reported. */
const hasPollShownFirst = ({
  pollProgressAtMs,
  webhookAtMs,
}: Pick<WatchedCall, 'pollProgressAtMs' | 'webhookAtMs'>): boolean =>
  pollProgressAtMs !== null && (webhookAtMs ?? 0) < pollProgressAtMs;

/**
 * Whether a live call polls again soon without a poke: it has polled before, and it does not wait for webhooks.
 */
export function isPolling(
  call: WatchedCall,
  webhooks: WebhookStatus,
  timing: Pick<Timing, 'quietMs' | 'ringPollMs'>,
): boolean {
  const { polledAtMs, placedAtMs, webhookAtMs } = call;
  if (polledAtMs === null) return false;
  if (call.pollsFail || hasPollShownFirst(call)) return true;
  const noneReceived = webhookAtMs === null && (webhooks.webhookAtMs ?? 0) < placedAtMs;
  return noneReceived && polledAtMs - placedAtMs >= Math.max(timing.quietMs, timing.ringPollMs);
}

/** Whether the call was placed long ago and no webhook, of this or of any other call, has arrived since. */
function isQuiet(
  { placedAtMs, webhookAtMs }: Pick<WatchedCall, 'placedAtMs' | 'webhookAtMs'>,
  webhooks: WebhookStatus,
  nowMs: number,
  { quietMs, ringPollMs }: Pick<Timing, 'quietMs' | 'ringPollMs'>,
): boolean {
  const patienceMs = webhooks.state === 'unproven' ? ringPollMs : quietMs;
  if (webhookAtMs !== null || (webhooks.webhookAtMs ?? 0) >= placedAtMs) return false;
  return nowMs - placedAtMs >= patienceMs;
}

/** Whether a live call that waits for webhooks has been silent for too long and must be polled. */
export function isPollOverdue(
  call: WatchedCall,
  webhooks: WebhookStatus,
  nowMs: number,
  timing: Pick<
    Timing,
    'quietMs' | 'ringPollMs' | 'agentRingMs' | 'customerRingMs' | 'pollAtMostMs'
  >,
): boolean {
  if (call.pollsFail) return false;
  const lastAtMs = Math.max(call.placedAtMs, call.webhookAtMs ?? 0, call.polledAtMs ?? 0);
  if (call.polledAtMs === null && isQuiet(call, webhooks, nowMs, timing)) return true;
  const longestMs =
    call.deepest === 'customer_ringing' ? timing.customerRingMs : timing.agentRingMs;
  // A late webhook may be on its way, hence the margin. People may talk for hours, so a bridged call polls by itself.
  return call.deepest !== 'bridged' && nowMs - lastAtMs >= longestMs + timing.pollAtMostMs;
}
