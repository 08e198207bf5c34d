/** Whose dials the caps count: of the number, or of all numbers of its person. */
export const CAPS_COUNT = ['number', 'person'] as const;
export type CapsCount = (typeof CAPS_COUNT)[number];
export const DEFAULT_CAPS_COUNT: CapsCount = 'number';
