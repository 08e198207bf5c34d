/** Reads the contacts of a campaign in pages, for the planning rules. Other work of the process runs between the pages. */
import { setImmediate } from 'node:timers/promises';
import type { CampaignId } from '../../domain/ids.ts';
import type { PlannedContact } from '../../domain/planning/planned-contact.ts';
import type { CampaignReadingStore } from './campaign-reading-store.ts';

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
