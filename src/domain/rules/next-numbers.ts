/** When another number of the person is called. `after-last-try`: when the rules allow no further call of the one before. */
export const NEXT_NUMBERS = ['after-last-try', 'after-each-try', 'never'] as const;
export type NextNumber = (typeof NEXT_NUMBERS)[number];
export const DEFAULT_NEXT_NUMBER: NextNumber = 'after-last-try';
