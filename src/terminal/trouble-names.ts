/** What `npm start -- --trouble` may be given: `src/dev/trouble.ts` has what each does. Help shows them without loading it. */
export const TROUBLE_NAMES = ['402', '403', 'lost-webhooks', 'carrier-down'] as const;
export type TroubleName = (typeof TROUBLE_NAMES)[number];
