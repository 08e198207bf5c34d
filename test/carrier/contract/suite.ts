/** One suite for every way in which a carrier may have chosen what the document does not show. */
import { describe } from 'vitest';
import {
  accountErrorRules,
  destinationRules,
  numberRules,
  sipAccountRules,
} from './account-rules.ts';
import { callRules } from './call-rules.ts';
import { campaignRules } from './campaign-rules.ts';
import { operationRules } from './operation-rules.ts';
import { VARIANTS, type Variant } from './variants.ts';

/** Files that share the variants out, so that they run side by side. */
export const SHARES = 6;

/** Every variant belongs to one share, and neighbours to different ones: those that are slow stand together. */
export const variantsOf = (share: number): Variant[] =>
  VARIANTS.filter((_variant, index) => index % SHARES === share);

/** The whole contract, for the variants of one share. */
export function contractOf(share: number): void {
  describe.each(variantsOf(share))('$name', (variant) => {
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
}
