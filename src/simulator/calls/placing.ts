/** POST /api/v1/click2call: refuses it, breaks it as the options ask, or accepts it and starts the call. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { json, refusalAnswer, v1Error, type Answer, type NoAnswer } from '../answer.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { Exchange } from './exchange.ts';
import type { DecisionFact, Placed } from '../state/facts.ts';
import { planCall } from './plan.ts';
import { drawPostFault, drawServerError, type PostFault } from './post-faults.ts';
import { canPay, findRefusal, type Refused } from './refusing.ts';
import { refusalOf, type Refusal } from './refusals.ts';
import { isRecord } from '../request-body.ts';
import { callResource, snapshotOf } from './resource.ts';
import { happens, within, type Draw } from '../seeded.ts';
import { validateOrder, type Order } from './validation.ts';
import { drawOf, elapsedMs, type World } from '../world.ts';

export interface PlacingDeps {
  world: World;
  exchange: Exchange;
  sender: WebhookSender;
}

type Decision = Omit<DecisionFact, 'fact' | 'outcome' | 'status'>;

interface Post {
  deps: PlacingDeps;
  order: Order;
  /** Random numbers of this POST, whether it is placed or not. */
  draw: Draw;
  decision: Decision;
}

/** The longest time that an answer is held back for the call's first webhook (`eventsBeforeAnswer`). */
const LONGEST_WAIT_FOR_EVENT_MS = 2_000;

export async function placeCall(
  deps: PlacingDeps,
  request: string,
  body: unknown,
): Promise<Answer | NoAnswer> {
  const { world } = deps;
  if (!isRecord(body)) return refuse(world, nothingKnown(request), badJson);
  const validated = validateOrder(body, world.options);
  const decision = whatWasAsked(world, body, request);
  const subject = { destination: decision.destination ?? '', nth: decision.post ?? 1 };
  const draw = drawOf(world, subject);
  const question = { destination: subject.destination, elapsedMs: elapsedMs(world), draw };
  const refused = findRefusal(world, validated, question);
  if (refused) return refuse(world, decision, refused);
  return place({ deps, order: validated.order!, draw, decision });
}

async function place(post: Post): Promise<Answer | NoAnswer> {
  const { deps, decision, draw } = post;
  const { world } = deps;
  const fault = drawPostFault(world.options, draw);
  if (fault === 'dropBeforeAccept') {
    await world.note({ fact: 'decision', ...decision, outcome: 'dropped', status: null });
    return 'reset';
  }
  if (fault === 'serverErrorUnplaced') {
    const status = drawServerError(draw);
    await world.note({ fact: 'decision', ...decision, outcome: 'error', status });
    return v1Error(status, 'something went wrong');
  }
  const placed = planPlaced(post);
  if (!canPay(world, placed.plan.cost, elapsedMs(world)))
    return refuse(world, decision, { refusal: refusalOf('insufficient_funds'), violations: [] });
  world.carrierState.reserve(placed);
  return accept(post, placed, fault);
}

async function accept(post: Post, placed: Placed, fault: PostFault): Promise<Answer | NoAnswer> {
  const { deps, draw, decision } = post;
  const { world, exchange, sender } = deps;
  const { options, carrierState } = world;
  const status = answerStatus(options.variant.successStatus, fault, draw);
  const hold_ms = fault === 'answerHeld' ? within(options.answerHoldMs, draw, 'hold') : 0;
  const answer = answerForm(fault);
  await world.note({
    fact: 'decision',
    ...decision,
    outcome: 'accepted',
    status,
    answer,
    hold_ms,
    placed,
  });
  const call = carrierState.call(placed.call);
  const accepted = json(options.variant.successStatus, callResource(world, call, snapshotOf(call)));
  const firstTry = sender.firstTryOf(placed.call);
  exchange.follow(call);
  if (happens(options.eventsBeforeAnswer, draw, 'events before answer'))
    await Promise.race([firstTry, sleep(LONGEST_WAIT_FOR_EVENT_MS, undefined, { ref: false })]);
  if (hold_ms > 0) await sleep(hold_ms, undefined, { ref: false });
  if (answer === 'reset' || answer === 'silent') return answer;
  if (fault === 'serverErrorPlaced') return v1Error(status ?? 500, 'something went wrong');
  return answer === 'unreadable'
    ? { status: options.variant.successStatus, body: '{"id":' }
    : accepted;
}

async function refuse(world: World, decision: Decision, refused: Refused): Promise<Answer> {
  const { status, code, message } = refused.refusal;
  await world.note({ fact: 'decision', ...decision, outcome: 'refused', status, code });
  const v1 = [400, 401, 429].includes(status);
  return v1
    ? v1Error(status, message, status === 429 ? askingForPause(world) : {})
    : refusalAnswer(refused.refusal, refused.violations, world.options);
}

function askingForPause({ options: { retryAfterMs } }: World): Record<string, string> {
  return retryAfterMs === 0 ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) };
}

function planPlaced({ deps: { world }, order }: Post): Placed {
  const nth = world.carrierState.nextPlaced(order.destination);
  const draw = drawOf(world, { destination: order.destination, nth });
  return {
    call: newCallId(world.options.variant.idForm),
    nth,
    agent: order.agent,
    created_at: new Date().toISOString(),
    plan: planCall(order.destination, world.options, draw),
  };
}

function whatWasAsked(world: World, body: Record<string, unknown>, request: string): Decision {
  const destination = body[world.options.variant.destinationField];
  const callbackUrl = body['callback_url'];
  const recordingUrl = body[world.options.variant.placeRecordingUrlField];
  return {
    ...nothingKnown(request),
    destination: typeof destination === 'string' ? destination : null,
    callback_url: typeof callbackUrl === 'string' ? callbackUrl : null,
    recording_webhook_url: typeof recordingUrl === 'string' ? recordingUrl : null,
    post: typeof destination === 'string' ? world.carrierState.nextPost(destination) : null,
  };
}

function nothingKnown(request: string): Decision {
  const urls = { callback_url: null, recording_webhook_url: null };
  const unknown = { destination: null, ...urls, post: null, placed: null };
  return { request, code: null, answer: 'sent', hold_ms: 0, ...unknown };
}

const malformed: Refusal = {
  status: 400,
  code: 'bad_request',
  message: 'the body is not a JSON object',
};
const badJson: Refused = { refusal: malformed, violations: [] };

function answerForm(fault: PostFault): DecisionFact['answer'] {
  if (fault === 'answerReset') return 'reset';
  if (fault === 'answerSilent') return 'silent';
  if (fault === 'answerHeld') return 'held';
  return fault === 'answerUnreadable' ? 'unreadable' : 'sent';
}

function answerStatus(success: number, fault: PostFault, draw: Draw): number | null {
  if (fault === 'answerReset' || fault === 'answerSilent') return null;
  return fault === 'serverErrorPlaced' ? drawServerError(draw) : success;
}

/** Not from the seed: ids must not be guessable, and a new ledger must not repeat the ids of an old one. */
function newCallId(form: 'uuid' | 'odd'): string {
  if (form === 'uuid') return randomUUID();
  return `c/${randomBytes(48).toString('hex')}+%~:@ ${randomBytes(48).toString('hex')}`.padEnd(
    200,
    '_',
  );
}
