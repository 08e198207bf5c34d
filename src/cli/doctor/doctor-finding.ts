/** What one check of `dialwright doctor` found. */

/** For an answer that somebody waits for at the screen. */
export const PATIENCE_MS = 3_000;

/** `note`: worth knowing, and nothing is broken. */
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
