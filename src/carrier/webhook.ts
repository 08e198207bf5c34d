/** Reading webhook bodies, leniently: what cannot be read is still a reason to look at the call. */
import { usableId } from './call-resource.ts';
import { at, isObject, readJson, type JsonLimits } from './json.ts';
import type { CarrierProfile } from './profile.ts';

export type WebhookReading =
  | {
      kind: 'event';
      seq: number;
      name: string;
      occurredAt: string | null;
      /** `data.id`; proves nothing until GET confirms it. */
      carrierCallId: string | null;
    }
  /** Genuine by its URL, but not readable: look at the call. */
  | { kind: 'poke'; why: string };

const LIMITS: JsonLimits = { depth: 32, nodes: 2_000 };
const MAX_NAME_LENGTH = 128;
const MAX_TIME_LENGTH = 64;
const MAX_URL_LENGTH = 8_192;

/** Reads a click2call webhook (interface document 2.3). Unknown events and fields pass. Never throws. */
export function readWebhook(body: Buffer): WebhookReading {
  const { value, why } = readJson(body, LIMITS);
  if (why !== undefined) return { kind: 'poke', why };
  if (!isObject(value)) return { kind: 'poke', why: 'is not an object' };
  const { event_seq: seq, event: name, occurred_at: occurredAt } = value;
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
    return { kind: 'poke', why: 'has no usable event_seq' };
  }
  const nameText = shortText(name, MAX_NAME_LENGTH);
  if (nameText === null) return { kind: 'poke', why: 'has no usable event name' };
  return {
    kind: 'event',
    // JSON can say -0, which a database keeps apart from 0.
    seq: seq + 0,
    name: nameText,
    occurredAt: shortText(occurredAt, MAX_TIME_LENGTH),
    carrierCallId: usableId(at(value, '/data/id')) ?? null,
  };
}

/**
 * Reads a call-recording webhook, whose payload the document does not show (6): the profile says where to
 * look. Null for what is not there. Never throws.
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

// Half a surrogate pair would not survive the way into the store and back.
function shortText(value: unknown, maxLength: number): string | null {
  const fits = typeof value === 'string' && value !== '' && value.length <= maxLength;
  return fits ? value.toWellFormed() : null;
}
