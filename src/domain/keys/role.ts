/** What an API key may do. Each role may do everything that the roles before it may do, but that only an agent has calls of its own. */
export const ROLES = ['agent', 'read', 'operate', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const includesRole = (held: Role, needed: Role): boolean =>
  ROLES.indexOf(held) >= ROLES.indexOf(needed);
