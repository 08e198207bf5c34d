/** Something that the store did and the rules forbid. */
export interface Fault {
  atMs: number;
  what: string;
  fault: string;
}

export const formatISO = (atMs: number): string => new Date(atMs).toISOString();
