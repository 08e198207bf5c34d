/** Reads webhook bodies. One that cannot be read is still a reason to poll the call. */
import { usableId } from './call-resource.ts';
import { at, isObject, readJson, type JsonLimits, type JsonObject } from '../http/json.ts';
import type { CarrierProfile } from '../http/profile.ts';

export type WebhookReading =
  | {
      kind: 'event';
      seq: number;
      name: string;
      occurredAt: string | null;
      /** `data.id`. It may be forged, so GET must confirm it. */
      carrierCallId: string | null;
    }
  /** The token was valid but the body not readable, so the call is polled. `why` is a clause after "it" and quotes nothing. */
  | { kind: 'poke'; why: string };

const LIMITS: JsonLimits = { depth: 32, nodes: 2_000 };
const MAX_NAME_LENGTH = 128;
const MAX_TIME_LENGTH = 64;
const MAX_URL_LENGTH = 8_192;

/** Reads a click2call webhook (interface document 2.3). Unknown events and fields are accepted. Never throws. */
export function readWebhook(body: Buffer, profile: CarrierProfile): WebhookReading {
  const { value, why } = readJson(body, LIMITS);
  if (why !== undefined) return { kind: 'poke', why };
  if (!isObject(value)) return { kind: 'poke', why: 'is not an object' };
  const { seqPointer, namePointer, timePointer } = profile.webhook;
  const seq = wholeNumber(at(value, seqPointer));
  if (seq === null) {
    return poke(value, { pointer: seqPointer, field: 'seq', wanted: 'whole number from 0 up' });
  }
  const name = shortText(at(value, namePointer), MAX_NAME_LENGTH);
  if (name === null) {
    const wanted = `text of at most ${MAX_NAME_LENGTH} characters`;
    return poke(value, { pointer: namePointer, field: 'name', wanted });
  }
  return {
    kind: 'event',
    seq,
    name,
    occurredAt: shortText(at(value, timePointer), MAX_TIME_LENGTH),
    carrierCallId: usableId(at(value, '/data/id')) ?? null,
  };
}

function poke(
  body: JsonObject,
  { pointer, field, wanted }: Record<'pointer' | 'field' | 'wanted', string>,
): WebhookReading {
  const found = at(body, pointer) === undefined ? 'nothing' : `no ${wanted}`;
  return { kind: 'poke', why: `has ${found} at ${pointer}, where the ${field} should stand` };
}

/**
 * Reads a call-recording webhook. The document does not show its payload (6), so the profile names the fields. Missing
 * values are null. Never throws.
 */
export function readRecordingWebhook(
  body: Buffer,
  profile: CarrierProfile,
): { carrierCallId: string | null; url: string | null } {
  const { value } = readJson(body, LIMITS);
  const { webhookCallIdPointer, webhookUrlPointer } = profile.recording;
  return {
    carrierCallId: usableId(at(value, webhookCallIdPointer)) ?? null,
    url: shortText(at(value, webhookUrlPointer), MAX_URL_LENGTH),
  };
}

/** A whole number from 0, or the text of one. */
function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return null;
  // Adding 0 turns JSON's -0 into 0: a database would keep them apart.
  return number + 0;
}

// Half a surrogate pair would be changed by storing it.
function shortText(value: unknown, maxLength: number): string | null {
  const fits = typeof value === 'string' && value !== '' && value.length <= maxLength;
  return fits ? value.toWellFormed() : null;
}
