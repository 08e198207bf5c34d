import { Problem } from '../http/problem.ts';

/** The assumed start of the campaign: the requested one, else the planned one, else now. */
export function startOf(
  asked: string | null | undefined,
  plannedMs: number | null,
  nowMs: number,
): number {
  if (asked == null) return Math.max(nowMs, plannedMs ?? 0);
  const askedMs = Date.parse(asked);
  if (askedMs >= nowMs) return askedMs;
  const detail = 'must not be in the past';
  throw new Problem({
    status: 422,
    code: 'invalid_request',
    detail: `start_at ${detail}.`,
    errors: [{ pointer: '#/start_at', detail }],
  });
}
