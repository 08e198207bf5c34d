/** One suite for every way in which a carrier may have chosen what the document does not show. */
import { describe } from 'vitest';
import {
  accountErrorRules,
  destinationRules,
  numberRules,
  sipAccountRules,
} from './contract/account-rules.ts';
import { callRules } from './contract/call-rules.ts';
import { campaignRules } from './contract/campaign-rules.ts';
import { operationRules } from './contract/operation-rules.ts';
import { VARIANTS } from './contract/variants.ts';

describe.each(VARIANTS)('$name', (variant) => {
  describe('calls and recordings (4.1 to 4.3)', () => {
    callRules(variant);
  });
  describe('destinations of a purchase (4.4)', () => {
    destinationRules(variant);
  });
  describe('SIP accounts and allowed IPs (4.5)', () => {
    sipAccountRules(variant);
  });
  describe('numbers and documents (4.6)', () => {
    numberRules(variant);
  });
  describe('operations that a profile declares (4.7)', () => {
    operationRules(variant);
  });
  describe('errors about resources (2.4, 7)', () => {
    accountErrorRules(variant);
  });
  describe('what preflight asks about a campaign', () => {
    campaignRules(variant);
  });
});
