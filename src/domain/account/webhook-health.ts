/**
 * Whether the carrier's webhooks arrive, judged by calls whose end GET has told: each was heard of before by a webhook,
 * or was not. Kept with the account. Pure; plain JSON.
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
  /** The last calls since the state changed, oldest first: whether each had been heard of. */
  recent: boolean[];
}

export const NEW_WEBHOOK_HEALTH: WebhookHealth = { state: 'unproven', sinceMs: null, recent: [] };

const WINDOW = 8;
/** So many in a row change the state, either way. */
const IN_A_ROW = 3;
/** Of a full window; fewer are a carrier's single lost deliveries. */
const MISSED_OF_WINDOW = WINDOW / 2;

/** One more call has ended by the carrier's own word. The window starts anew with each state, so that it cannot flap. */
export function afterCallSeen(
  known: WebhookHealth,
  { heard, nowMs }: { heard: boolean; nowMs: number },
): WebhookHealth {
  const recent = [...known.recent, heard].slice(-WINDOW);
  const last = recent.slice(-IN_A_ROW);
  const isRow = last.length === IN_A_ROW;
  const missed = recent.filter((each) => !each).length;
  const falls =
    !heard &&
    ((isRow && last.every((each) => !each)) ||
      (recent.length === WINDOW && missed >= MISSED_OF_WINDOW));
  if (known.state !== 'lost' && falls) return { state: 'lost', sinceMs: nowMs, recent: [] };
  const rises = known.state === 'unproven' ? heard : isRow && last.every((each) => each);
  if (known.state !== 'healthy' && rises) return { state: 'healthy', sinceMs: nowMs, recent: [] };
  // Where nothing changes the same object says so, and nobody writes it.
  const isSame = known.recent.length === WINDOW && [heard, ...known.recent].every((each) => each);
  return isSame ? known : { ...known, recent };
}

/** A webhook has come: the first one proves that they arrive. */
export function afterWebhookReceived(known: WebhookHealth, nowMs: number): WebhookHealth {
  return known.state === 'unproven' ? { state: 'healthy', sinceMs: nowMs, recent: [] } : known;
}

/** How webhooks stand for whoever must decide whether to wait for one. */
export interface WebhookStanding extends WebhookHealth {
  /** When the last one came, of any call. */
  webhookAtMs: number | null;
  /** No ingress of ours listens just now. */
  ingressDown: boolean;
}

/** Why calls are looked at by GET from their start, in words for people; undefined where webhooks are waited for. */
export function whyPolled({ state, ingressDown }: Pick<WebhookStanding, 'state' | 'ingressDown'>) {
  if (ingressDown) return 'our ingress does not listen, so webhooks cannot arrive';
  return state === 'lost' ? 'webhooks do not arrive' : undefined;
}

/** What lost webhooks say to people, for as long as they are lost. */
export function webhookAlert({
  state,
  sinceMs,
}: Pick<WebhookStanding, 'state' | 'sinceMs'>): { text: string; sinceMs: number } | undefined {
  if (state !== 'lost' || sinceMs === null) return undefined;
  const text =
    'webhooks do not arrive, so calls are polled by GET: see that the carrier reaches the public URL';
  return { text, sinceMs };
}

/** A live call and what tells of it. */
export interface WatchedCall {
  deepest: LiveState;
  placedAtMs: number;
  /** The last webhook of it that could be read. */
  webhookAtMs: number | null;
  polledAtMs: number | null;
  /** The last look that showed more than was known. */
  pollProgressAtMs: number | null;
  /** The last look failed: the call looks again by itself, and not before the carrier may be asked. */
  pollsFail: boolean;
  hangupAsked: boolean;
}

/**
 * Whether the next word of a live call is left to its webhooks. Not so where they are known not to arrive; where a
 * look has shown what none had told; where nobody has heard anything since the call was placed; nor after a hang-up,
 * whose end is near.
 */
export function awaitsWebhooks(
  call: Omit<WatchedCall, 'deepest' | 'polledAtMs' | 'pollsFail'>,
  standing: WebhookStanding,
  nowMs: number,
  timing: Pick<Timing, 'quietMs' | 'ringPollMs'>,
): boolean {
  if (whyPolled(standing) !== undefined || call.hangupAsked) return false;
  return !hasPollShownFirst(call) && !isQuiet(call, standing, nowMs, timing);
}

/** Whether a look has shown what no webhook had told before, nor has since. */
const hasPollShownFirst = ({
  pollProgressAtMs,
  webhookAtMs,
}: Pick<WatchedCall, 'pollProgressAtMs' | 'webhookAtMs'>): boolean =>
  pollProgressAtMs !== null && (webhookAtMs ?? 0) < pollProgressAtMs;

/**
 * Whether a live call looks again by itself and soon, whatever becomes of webhooks, so that nobody need tell it to: it
 * has looked, and did not go back to waiting for webhooks.
 */
export function isPolling(
  call: WatchedCall,
  standing: WebhookStanding,
  timing: Pick<Timing, 'quietMs' | 'ringPollMs'>,
): boolean {
  const { polledAtMs, placedAtMs, webhookAtMs } = call;
  if (polledAtMs === null) return false;
  if (call.pollsFail || hasPollShownFirst(call)) return true;
  const isUnheard = webhookAtMs === null && (standing.webhookAtMs ?? 0) < placedAtMs;
  return isUnheard && polledAtMs - placedAtMs >= Math.max(timing.quietMs, timing.ringPollMs);
}

/** Whether a call of which nothing was heard was placed so long ago, and nothing was heard of any other since. */
function isQuiet(
  { placedAtMs, webhookAtMs }: Pick<WatchedCall, 'placedAtMs' | 'webhookAtMs'>,
  standing: WebhookStanding,
  nowMs: number,
  { quietMs, ringPollMs }: Pick<Timing, 'quietMs' | 'ringPollMs'>,
): boolean {
  const patienceMs = standing.state === 'unproven' ? ringPollMs : quietMs;
  if (webhookAtMs !== null || (standing.webhookAtMs ?? 0) >= placedAtMs) return false;
  return nowMs - placedAtMs >= patienceMs;
}

/** Whether a live call that waits for webhooks has been silent for so long that somebody must look. */
export function isPollOverdue(
  call: WatchedCall,
  standing: WebhookStanding,
  nowMs: number,
  timing: Pick<
    Timing,
    'quietMs' | 'ringPollMs' | 'agentRingMs' | 'customerRingMs' | 'pollAtMostMs'
  >,
): boolean {
  if (call.pollsFail) return false;
  const lastAtMs = Math.max(call.placedAtMs, call.webhookAtMs ?? 0, call.polledAtMs ?? 0);
  if (call.polledAtMs === null && isQuiet(call, standing, nowMs, timing)) return true;
  const longestMs =
    call.deepest === 'customer_ringing' ? timing.customerRingMs : timing.agentRingMs;
  // A webhook of the last moment may be on its way. People may talk for hours: that is for the call's own looks.
  return call.deepest !== 'bridged' && nowMs - lastAtMs >= longestMs + timing.pollAtMostMs;
}
