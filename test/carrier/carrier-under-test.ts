/** A client against a server of the test, with short waits. */
import { onTestFinished } from 'vitest';
import {
  createCarrierClient,
  type CarrierClient,
  type PlaceRequest,
  type SendGate,
} from '../../src/carrier/client.ts';
import { DEFAULT_CARRIER_PROFILE, type CarrierProfile } from '../../src/carrier/http/profile.ts';

export const API_KEY = 'key-canary-5f2c';
export const DESTINATION = '+4930123456789';
export const CALLBACK_URL = 'https://dialwright.example/hooks/click2call/c1.1.1.1/token-canary-77';

export function clientFor(
  baseUrl: string,
  more: { profile?: CarrierProfile; postMs?: number; readMs?: number; apiKey?: string } = {},
): CarrierClient {
  const {
    profile = DEFAULT_CARRIER_PROFILE,
    postMs = 2_000,
    readMs = 2_000,
    apiKey = API_KEY,
  } = more;
  const client = createCarrierClient({
    baseUrl,
    apiKey,
    profile,
    timing: { postMs, readMs },
  });
  onTestFinished(() => client.close());
  return client;
}

export const request = (more: Partial<PlaceRequest> = {}): PlaceRequest => ({
  destination: DESTINATION,
  agent: { kind: 'sip', address: 'agent-7' },
  agentCallerId: null,
  callbackUrl: CALLBACK_URL,
  recordingUrl: null,
  ...more,
});

export const openGate = (more: Partial<SendGate> = {}): SendGate => ({
  deadlineAtMs: Date.now() + 60_000,
  nowMs: Date.now,
  signal: new AbortController().signal,
  ...more,
});

/** The default profile with one room of it changed. */
export function profileWith<Room extends keyof CarrierProfile>(
  room: Room,
  change: Partial<CarrierProfile[Room]>,
): CarrierProfile {
  const before = DEFAULT_CARRIER_PROFILE[room];
  return { ...DEFAULT_CARRIER_PROFILE, [room]: { ...(before as object), ...change } };
}
