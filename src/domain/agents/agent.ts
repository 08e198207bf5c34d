/** The defaults of an agent that is created with only a name and an address. `capacity`: most calls at once. */
export const DEFAULT_AGENT = { pool: 'default', capacity: 1 };
