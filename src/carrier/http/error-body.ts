/** Reads the carrier's error bodies: the click2call envelope (interface document 7.1) and the generic one (2.4). */
import { at, isObject, own } from './json.ts';
import type { CarrierProfile } from './profile.ts';

export interface ErrorBody {
  /** Whether it is one of the carrier's two envelopes, and not for example the page of a proxy. */
  ownEnvelope: boolean;
  code: string | undefined;
  /** For people, shortened: `error.details`, else the messages of the generic envelope, else the message. */
  details: string | undefined;
}

const MAX_DETAILS_LENGTH = 500;
/** One word without a phone number in it, because codes are stored in logs and histories. */
const CODE = /^(?!(?:\D*\d){7})[\w.:-]{1,64}$/;

export function readErrorBody(body: unknown, { error: places }: CarrierProfile): ErrorBody {
  const error = own(body, 'error');
  const errors = own(body, 'errors');
  const code = at(body, places.codePointer);
  const codeText = typeof code === 'number' ? String(code) : code;
  return {
    ownEnvelope: isObject(error) || isObject(errors),
    code: typeof codeText === 'string' && CODE.test(codeText) ? codeText : undefined,
    details: shortened(own(error, 'details') ?? errors ?? at(body, places.messagePointer)),
  };
}

function shortened(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return JSON.stringify(value).slice(0, MAX_DETAILS_LENGTH).toWellFormed();
}
