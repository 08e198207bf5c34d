/** What an agent has of whom only name and address are given. `capacity`: most calls at once. */
export const DEFAULT_AGENT = { pool: 'default', capacity: 1 };
