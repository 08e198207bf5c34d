/** Reading webhook bodies, leniently: what cannot be read is still a reason to look at the call. */
import { isObject, parseKeepingCost, textAt, whyTooComplex } from './json.ts';
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

const MAX_NAME_LENGTH = 128;
const MAX_ID_LENGTH = 512;
const MAX_TIME_LENGTH = 64;

/** Reads a click2call webhook (interface document 2.3). Unknown events and fields pass. */
export function readWebhook(body: Buffer): WebhookReading {
  const parsed = parse(body);
  if (parsed.why !== undefined) return { kind: 'poke', why: parsed.why };
  const { value } = parsed;
  if (!isObject(value)) return { kind: 'poke', why: 'is not an object' };
  const { event_seq: seq, event: name, occurred_at: occurredAt } = value;
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
    return { kind: 'poke', why: 'has no usable event_seq' };
  }
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH) {
    return { kind: 'poke', why: 'has no usable event name' };
  }
  return {
    kind: 'event',
    seq,
    name,
    occurredAt: shortText(occurredAt, MAX_TIME_LENGTH),
    carrierCallId: shortText(textAt(value, '/data/id'), MAX_ID_LENGTH),
  };
}

/** Reads a call-recording webhook, whose payload the document does not show: the profile says where to look. */
export function readRecordingWebhook(
  body: Buffer,
  profile: CarrierProfile,
): { carrierCallId: string | null; url: string | null } {
  const { value } = parse(body);
  return {
    carrierCallId: shortText(textAt(value, profile.recording.webhookCallIdPointer), MAX_ID_LENGTH),
    url: textAt(value, profile.recording.webhookUrlPointer) ?? null,
  };
}

function parse(body: Buffer): { value?: unknown; why?: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const why = whyTooComplex(text);
    return why === undefined ? { value: parseKeepingCost(text) } : { why };
  } catch {
    return { why: 'is not JSON in UTF-8' };
  }
}

function shortText(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null;
}
