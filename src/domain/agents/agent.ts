/** The defaults of an agent that is created with only a name and an address. `capacity`: most calls at once. */
export const DEFAULT_AGENT = { pools: ['default'], capacity: 1 };

/** A bound for what each claim reads. */
export const MOST_POOLS = 16;

/** @param pool null: any */
export const isInPool = ({ pools }: { pools: readonly string[] }, pool: string | null): boolean =>
  pool === null || pools.includes(pool);
