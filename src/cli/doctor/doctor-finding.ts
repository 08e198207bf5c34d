/** The result of one check of `dialwright doctor`. */

/** Timeout for one check, because a person waits for it. */
export const PATIENCE_MS = 3_000;

/** `note`: information, not a fault. */
export interface Finding {
  subject: string;
  state: 'ok' | 'note' | 'fault';
  found: string;
  fix?: string;
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
}
