/** The client against a simulated carrier that has chosen one way for what the document leaves open. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Answered } from '../../../src/carrier/carrier-account/account-answer.ts';
import {
  openCarrierAccount,
  type CarrierAccount,
} from '../../../src/carrier/carrier-account/account.ts';
import { loadCarrierProfile, type CarrierProfile } from '../../../src/carrier/http/profile.ts';
import type { SimulatorInput } from '../../../src/simulator/options.ts';
import { startCarrier, temporaryFolder, type Carrier } from '../../simulator/carrier.ts';
import type { ProfileFile, Variant } from './variants.ts';

export const SIP_ACCOUNT = 'agent-1';
export const NUMBER = '+12025550190';

export interface AtCarrier {
  carrier: Carrier;
  profile: CarrierProfile;
  account: CarrierAccount;
}

export async function atCarrier(
  { simulator, profile: file }: Variant,
  more: SimulatorInput = {},
): Promise<AtCarrier> {
  const carrier = await startCarrier({
    ...simulator,
    ...more,
    variant: { ...simulator.variant, ...more.variant },
  });
  const profile = profileFrom(file);
  const { url: baseUrl, apiKey } = carrier.simulator;
  const account = openCarrierAccount({
    baseUrl,
    apiKey,
    profile,
    readMs: 5_000,
    retryPausesMs: [1, 1],
  });
  onTestFinished(() => account.close());
  return { carrier, profile, account };
}

/** By way of its file, as a user's. */
export function profileFrom(file: ProfileFile): CarrierProfile {
  const path = join(temporaryFolder(), 'profile.json');
  writeFileSync(path, JSON.stringify(file));
  return loadCarrierProfile(path);
}

/** The value of an answer that must be one. */
export function done<Value>(answered: Answered<Value>): Value {
  expect(answered).toMatchObject({ kind: 'done' });
  return (answered as { value: Value }).value;
}

export const idOf = (resource: Record<string, unknown>): string => String(resource['id']);
