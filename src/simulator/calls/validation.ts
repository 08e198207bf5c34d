/** The validation rules of section 2.2. All violations are reported, not only the first. */
import { isPublicHost } from './public-host.ts';
import type { SimulatorOptions } from '../options.ts';

export interface Violation {
  field: string;
  code: string;
  message: string;
}

export interface Order {
  destination: string;
  agent: { field: string; value: string };
  callbackUrl: string | null;
}

export type Validated = { order: Order; violations: [] } | { order: null; violations: Violation[] };

type Body = Record<string, unknown>;

const E164 = /^\+?[1-9]\d{1,14}$/;
const LONGEST_WEBHOOK_URL = 255;

export function validateOrder(body: Body, options: SimulatorOptions): Validated {
  const { variant } = options;
  const agentField = body['a_type'] === 'stream' ? variant.streamField : variant.sipAccountField;
  const violations = [
    ...callerIdViolations(body),
    ...urlViolations(body, 'callback_url', variant.callbackUrlCode),
    ...urlViolations(body, variant.placeRecordingUrlField, 'invalid_recording_url'),
    ...destinationViolations(body, variant.destinationField),
    ...agentViolations(body, agentField),
  ];
  if (violations.length > 0) return { order: null, violations };
  const order = {
    destination: body[variant.destinationField] as string,
    agent: { field: agentField, value: body[agentField] as string },
    callbackUrl: (body['callback_url'] as string | undefined) ?? null,
  };
  return { order, violations: [] };
}

function callerIdViolations(body: Body): Violation[] {
  const found: Violation[] = [];
  if ('a_cli' in body && !isE164(body['a_cli'])) {
    const message = 'must be an E.164 number of at most 15 digits';
    found.push({ field: 'a_cli', code: 'invalid_a_cli', message });
  }
  if ('b_cli' in body)
    found.push({ field: 'b_cli', code: 'caller_id_unsupported', message: 'is not supported' });
  return found;
}

function urlViolations(body: Body, field: string, code: string): Violation[] {
  if (field === '' || !(field in body)) return [];
  const message = webhookUrlFault(body[field]);
  return message === undefined ? [] : [{ field, code, message }];
}

function webhookUrlFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return 'must be a URL';
  if (value.length > LONGEST_WEBHOOK_URL) return 'must have at most 255 characters';
  const url = new URL(value);
  if (url.protocol !== 'https:') return 'must be an https URL';
  return isPublicHost(url.hostname) ? undefined : 'must name a public host';
}

function destinationViolations(body: Body, field: string): Violation[] {
  if (isE164(body[field])) return [];
  return [{ field, code: 'invalid_destination', message: 'must be an E.164 number' }];
}

function agentViolations(body: Body, field: string): Violation[] {
  if ('a_type' in body && body['a_type'] !== 'stream')
    return [{ field: 'a_type', code: 'invalid_a_type', message: 'must be stream, or absent' }];
  if (typeof body[field] === 'string' && body[field] !== '') return [];
  return [{ field, code: 'invalid_agent', message: 'must name the agent leg' }];
}

function isE164(value: unknown): boolean {
  return typeof value === 'string' && E164.test(value);
}
