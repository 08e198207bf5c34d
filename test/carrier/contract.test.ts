/** One suite for every way in which a carrier may have chosen what the document does not show. */
import { describe } from 'vitest';
import { destinationRules } from './contract/account-rules.ts';
import { VARIANTS } from './contract/variants.ts';

describe.each(VARIANTS)('$name', (variant) => {
  describe('destinations of a purchase (4.4)', () => destinationRules(variant));
});
