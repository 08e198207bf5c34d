/** Converts the carrier's answers about its resources to answers and problems of the API. */
import * as z from 'zod';
import type { ProblemCode } from '../../domain/problem-codes.ts';
import type {
  Answered,
  CarrierList,
  Refusal,
} from '../../carrier/carrier-account/account-answer.ts';
import { CarrierError, CarrierInputError } from '../../carrier/http/errors.ts';
import type { JsonObject } from '../../carrier/http/json.ts';
import type { ApiDeps, CarrierAccess } from '../http/api-deps.ts';
import { Problem } from '../http/problem.ts';
import { jsonAnswer, problems } from '../http/schemas.ts';

/** A JSON object of the carrier, with any fields. */
export const CarrierObject = z.record(z.string(), z.unknown());

const CarrierRecordView = z
  .object({ data: CarrierObject.meta({ description: 'Every field, as the carrier names it.' }) })
  .meta({ id: 'CarrierRecord' });

const CarrierListView = z
  .object({
    data: z.array(CarrierObject),
    beside: CarrierObject.meta({
      description: 'What the carrier sent with the list: pages, counts.',
    }),
  })
  .meta({ id: 'CarrierList' });

export const recordView = (data: JsonObject) => ({ data });
export const listView = ({ items: data, beside }: CarrierList) => ({ data, beside });

/** The problems that every route under /v1/carrier may answer with. */
export const carrierProblems = () => problems(402, 403, 404, 409, 429, 502, 503, 504);

export const recordAnswer = {
  200: jsonAnswer('As the carrier has it', CarrierRecordView),
  ...carrierProblems(),
};
export const listAnswer = {
  200: jsonAnswer('As the carrier lists them', CarrierListView),
  ...carrierProblems(),
};

/** @throws Problem 503 */
export function accessOf({ carrierAccess }: ApiDeps): CarrierAccess {
  if (carrierAccess) return carrierAccess;
  throw new Problem({
    status: 503,
    code: 'carrier_not_configured',
    detail:
      'The server has no access to the carrier: set DIALWRIGHT_CARRIER_URL and DIALWRIGHT_CARRIER_API_KEY.',
  });
}

/** @throws Problem if the carrier refuses, or does not know the resource */
export async function answerFrom<Value>(asking: () => Promise<Answered<Value>>): Promise<Value> {
  try {
    return valueOf(await asking());
  } catch (error) {
    throw carrierProblem(error);
  }
}

function valueOf<Value>(answered: Answered<Value>): Value {
  if (answered.kind === 'done') return answered.value;
  if (answered.kind === 'refused') throw refusalProblem(answered);
  const { ownEnvelope } = answered;
  throw new Problem({
    status: 404,
    code: 'carrier_not_found',
    detail: ownEnvelope
      ? 'The carrier does not know this resource.'
      : 'The carrier answered 404 in an unknown format: the path may be wrong (DIALWRIGHT_CARRIER_URL, the carrier profile).',
    more: { carrier: { status: 404, own_envelope: ownEnvelope }, may_have_happened: false },
  });
}

/** Statuses that are passed on. The carrier's 401 is not, because it concerns the server's key and not the client's. */
const KEPT = [400, 402, 403, 409, 422];

function refusalProblem({ status, code, message, errors, details }: Refusal): Problem {
  const rights = status === 401 || status === 403;
  return new Problem({
    status: KEPT.includes(status) ? status : 502,
    code: rights ? 'carrier_forbidden' : 'carrier_refused',
    detail: rights
      ? `The carrier does not allow it for the server's key (${status}): check the key, and ask the account manager for the permission.`
      : `The carrier refused it (${status}); nothing was changed.`,
    more: {
      carrier: {
        status,
        code: code ?? null,
        message: message ?? null,
        errors,
        details: details ?? null,
      },
      may_have_happened: false,
    },
  });
}

/** The problem for an error of the carrier. Other errors are returned as they are. */
export function carrierProblem(error: unknown): unknown {
  if (error instanceof CarrierInputError) {
    return new Problem({
      status: 422,
      code: 'invalid_request',
      detail: `${error.message}; nothing was sent.`,
      errors: [{ parameter: error.field, detail: error.message }],
    });
  }
  return error instanceof CarrierError ? faultProblem(error) : error;
}

function faultProblem({ code, status, mayHaveHappened, retryAfterMs }: CarrierError): Problem {
  const { answer, name, words } = FAULTS[code];
  const unclear = mayHaveHappened
    ? ' Whether it did what was asked is not known: read or list it before you ask again.'
    : '';
  const seconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
  return new Problem({
    status: answer,
    code: name,
    detail: `${words}${unclear}`,
    more: { carrier: { status: status ?? null }, may_have_happened: mayHaveHappened },
    ...(seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }),
  });
}

const FAULTS: Record<CarrierError['code'], { answer: number; name: ProblemCode; words: string }> = {
  unreachable: {
    answer: 502,
    name: 'carrier_unreachable',
    words: 'The carrier cannot be reached.',
  },
  timeout: { answer: 504, name: 'carrier_timeout', words: 'The carrier did not answer in time.' },
  'rate-limited': {
    answer: 429,
    name: 'carrier_rate_limited',
    words: 'The carrier limits the number of requests.',
  },
  server: { answer: 502, name: 'carrier_error', words: 'The carrier had an internal error.' },
  unauthorized: {
    answer: 502,
    name: 'carrier_forbidden',
    words: 'The carrier does not accept the server’s key.',
  },
  unreadable: {
    answer: 502,
    name: 'carrier_unreadable',
    words: 'The answer of the carrier cannot be read.',
  },
  mismatch: {
    answer: 502,
    name: 'carrier_unreadable',
    words: 'The answer of the carrier is about another resource.',
  },
};
