/** What a new installation begins with: a place for people who do not want to be called. */
import type { Store } from '../../store/store.ts';

const DO_NOT_CALL = { id: 'do-not-call', name: 'Do not call' };

/**
 * Makes the list in a database in which nobody has changed anything yet. Every change is in the audit, so a list that was
 * deleted or renamed on purpose does not come back, in a restored or an upgraded database neither. Several servers may
 * begin at once: the id makes it one list.
 */
export async function makeFirstSuppressionList(
  store: Pick<Store, 'audit' | 'suppressionLists' | 'campaigns' | 'putSuppressionList'>,
  nowMs: number,
): Promise<void> {
  const one = { limit: 1 };
  if ((await store.audit({}, one)).items.length > 0) return;
  // Retention deletes old entries of the audit.
  if ((await store.suppressionLists()).length > 0) return;
  if ((await store.campaigns(one)).items.length > 0) return;
  await store.putSuppressionList({ ...DO_NOT_CALL, nowMs });
}
