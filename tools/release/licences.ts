/** Which licences the packages may have that are installed with the product, and those that build it. */
import type { Licences } from './release-rules.ts';

export const LICENCES: Licences = {
  allowed: [
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC-BY-4.0',
    'ISC',
    'MIT',
    'Unlicense',
  ],
  allowedForTools: ['MPL-2.0'],
  // Its LICENSE is the Unlicense, and its package.json does not say so.
  stated: { unionfs: 'Unlicense' },
};
