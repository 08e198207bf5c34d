/** The API with access to a carrier, opened as the server opens it. */
import { onTestFinished } from 'vitest';
import type { CarrierAccess } from '../../../src/api/http/api-deps.ts';
import { checkInput, openCarrierAccount } from '../../../src/carrier/carrier-account/account.ts';
import { campaignCheck } from '../../../src/carrier/carrier-account/campaign-check.ts';
import { listedOperations } from '../../../src/carrier/carrier-account/operations.ts';
import { DEFAULT_CARRIER_PROFILE, type CarrierProfile } from '../../../src/carrier/http/profile.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

const operation = { method: 'GET', query: {}, read: {} } as const;
export const PROFILE: CarrierProfile = {
  ...DEFAULT_CARRIER_PROFILE,
  operations: {
    balance: {
      ...operation,
      path: '/api/v1/balance',
      read: { amount: '/balance', currency: '/currency' },
    },
    sms: {
      ...operation,
      method: 'POST',
      path: '/api/v1/messages',
      body: { to: '{to}', text: '{text}' },
      read: { id: '/id' },
    },
  },
};

export interface AtApi {
  apiKey?: string;
  publicAddresses?: string[];
  withinMs?: number;
  readMs?: number;
}

export async function apiWithCarrier(
  baseUrl: string,
  { apiKey = 'key', publicAddresses = [], withinMs = 4_000, readMs = 4_000 }: AtApi = {},
): Promise<ApiUnderTest> {
  const profile = PROFILE;
  const account = openCarrierAccount({ baseUrl, apiKey, profile, readMs, retryPausesMs: [] });
  const carrierAccess: CarrierAccess = {
    checkCampaign: campaignCheck({ account, profile, publicAddresses, withinMs }),
    account,
    checkInput: (question) => checkInput(question, profile),
    operations: listedOperations(profile),
  };
  const on = await startApi({ carrierAccess });
  onTestFinished(async () => {
    await on.stop();
    await account.close();
  });
  return on;
}
