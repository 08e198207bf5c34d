/** Changes the carrier's resources. A change is sent once, and the audit records it before it is sent and after the answer. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CarrierAccount } from '../../carrier/carrier-account/account.ts';
import type { Answered, CarrierList } from '../../carrier/carrier-account/account-answer.ts';
import { CarrierError } from '../../carrier/http/errors.ts';
import type { JsonObject } from '../../carrier/http/json.ts';
import type {
  CarrierChange,
  CarrierChangeAnswer,
  CarrierChangeEnd,
} from '../../store/carrier-change-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { accessOf, answerFrom, carrierProblem } from './carrier-answers.ts';
import { Problem, type ProblemInput } from '../http/problem.ts';

export interface WantedChange<Value> {
  change: CarrierChange;
  /** Reads the resource before the change, for the audit; null: there is nothing to read. */
  before: ((account: CarrierAccount) => Promise<JsonObject | null>) | null;
  send: (account: CarrierAccount) => Promise<Answered<Value>>;
  /** The parts of the answer that the audit keeps and that a repeat gets; by default all. Secrets are always removed. */
  audited?: (data: Value) => unknown;
  repeatable?: (data: Value) => unknown;
}

type Attempt<Value> =
  | { outcome: 'done'; before: JsonObject | null; data: Value }
  | { outcome: 'refused' | 'not-sent' | 'unclear'; before: JsonObject | null; problem: unknown };

/** @throws Problem unless the change was made; `may_have_happened` is true if that is unknown */
export async function changeAtCarrier<Value>(
  deps: ResourceDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  wanted: WantedChange<Value>,
): Promise<Value> {
  const { store, nowMs } = deps;
  const access = accessOf(deps);
  const { change, send } = wanted;
  await access.checkInput(send).catch((error: unknown) => {
    throw carrierProblem(error);
  });
  const key = request.idempotency;
  const begun = await store.beginCarrierChange({ ...change, nowMs: nowMs() }, key);
  if (begun.replayed) return repeated(begun.answer, reply) as Value;
  const attempt = await attemptOf(wanted, access.account);
  await store.endCarrierChange({ ...change, ...endOf(attempt, wanted), nowMs: nowMs() }, key);
  if (attempt.outcome === 'done') return attempt.data;
  throw attempt.problem;
}

/** Finds the resource in a list by its id. */
export async function inList(
  reading: Promise<Answered<CarrierList>>,
  id: string,
): Promise<JsonObject | null> {
  const list = await ifReadable(reading);
  return list?.items.find((item) => String(item['id']) === id) ?? null;
}

/** Null if the resource does not exist or cannot be read. @throws CarrierError if the change would fail for the same reason */
export async function ifReadable<Value>(reading: Promise<Answered<Value>>): Promise<Value | null> {
  try {
    const answered = await reading;
    return answered.kind === 'done' ? answered.value : null;
  } catch (error) {
    const hopeless = ['unreachable', 'timeout', 'rate-limited'];
    if (error instanceof CarrierError && !hopeless.includes(error.code)) return null;
    throw error;
  }
}

async function attemptOf<Value>(
  { before: readBefore, send }: WantedChange<Value>,
  account: CarrierAccount,
): Promise<Attempt<Value>> {
  let before: JsonObject | null = null;
  try {
    before = (await readBefore?.(account)) ?? null;
  } catch (error) {
    return { outcome: 'not-sent', before, problem: carrierProblem(error) };
  }
  try {
    return { outcome: 'done', before, data: await answerFrom(() => send(account)) };
  } catch (problem) {
    return { outcome: outcomeOf(problem), before, problem };
  }
}

function outcomeOf(problem: unknown): 'refused' | 'not-sent' | 'unclear' {
  if (!(problem instanceof Problem)) return 'unclear';
  const { more = {} } = problem.input;
  if (more['may_have_happened'] === true) return 'unclear';
  const { status } = (more['carrier'] ?? {}) as { status?: number | null };
  return typeof status === 'number' ? 'refused' : 'not-sent';
}

function endOf<Value>(
  attempt: Attempt<Value>,
  { audited = whole, repeatable = whole }: WantedChange<Value>,
): CarrierChangeEnd {
  const { outcome } = attempt;
  const before = withoutSecrets(attempt.before);
  if (outcome === 'done') {
    const { data } = attempt;
    return {
      outcome,
      before,
      after: withoutSecrets(audited(data)),
      kept: { status: 200, body: withoutSecrets(repeatable(data)) },
    };
  }
  const failure = attempt.problem instanceof Problem ? attempt.problem.input : NOT_KNOWN;
  const kept = outcome === 'unclear' ? { status: failure.status, body: failure } : null;
  return { outcome, before, after: withoutSecrets(failure.more?.['carrier'] ?? null), kept };
}

const whole = (data: unknown): unknown => data;

const NOT_KNOWN: ProblemInput = {
  status: 409,
  code: 'carrier_change_unsettled',
  detail:
    'A request with this key was sent before, and its outcome is unknown: read or list the resource, then retry with another key.',
  more: { may_have_happened: true },
};

function repeated({ status, body }: CarrierChangeAnswer, reply: FastifyReply): unknown {
  reply.header('idempotency-replayed', 'true');
  if (status === null) throw new Problem(NOT_KNOWN);
  if (status >= 400) throw new Problem(body as ProblemInput);
  return body;
}

/** Names of fields that may hold secrets. The document shows no bodies (2.5), so the pattern is broad. */
const SECRET_NAME =
  /pass|pwd|psk|ha1|digest|auth|secret|token|credential|key|private|cert|(^|_|-)pin(_|-|$)/i;

/** Hides fields that may be secrets, in values for the audit and for repeats. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      SECRET_NAME.test(name) ? '(hidden)' : withoutSecrets(held),
    ]),
  );
}
