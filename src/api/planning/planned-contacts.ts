/** Reads the contacts of a campaign in pages, for the planning rules. Other requests run between the pages. */
import { setImmediate } from 'node:timers/promises';
import type { CampaignId } from '../../domain/ids.ts';
import type { PlannedContact } from '../../domain/planning/planned-contact.ts';
import type { CampaignReadingStore } from '../../store/campaigns/campaign-reading-store.ts';
import { Problem } from '../http/problem.ts';

/** Reading a page takes a few milliseconds, in which webhooks wait. */
const PAGE = 250;

export async function* plannedPages(
  store: CampaignReadingStore,
  id: CampaignId,
  { nowMs, most = Infinity }: { nowMs: number; most?: number },
): AsyncGenerator<PlannedContact[]> {
  let read = 0;
  for (let afterPosition = 0; read < most;) {
    const limit = Math.min(PAGE, most - read);
    const page = await store.plannedContacts({ id, afterPosition, limit, nowMs });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    read += page.length;
    afterPosition = last.position;
    await setImmediate();
  }
}

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
