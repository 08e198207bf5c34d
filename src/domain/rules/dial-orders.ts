/** Whom a campaign dials first of those that are due. `list`: who is due for longest, then who stands further up in the list. */
export const DIAL_ORDERS = ['list', 'best-hours'] as const;
export type DialOrder = (typeof DIAL_ORDERS)[number];
export const DEFAULT_DIAL_ORDER: DialOrder = 'list';
