/** Cases that cannot be judged yet, because their campaign is not over. */
import type { Evidence } from './check.ts';
import type { StoreCall, StoreCampaign } from './records/store-export.ts';

const OVER = ['completed', 'cancelled'];
const SETTLED = ['none', 'settled', 'unsettled'];
const RECORDED = ['none', 'stored', 'missing'];

type Judged = Pick<Evidence, 'store' | 'demands'>;

/** Whether the campaign has not ended, and the demands allow that. */
export function isOpen(campaign: StoreCampaign['id'], { store, demands }: Judged): boolean {
  if (demands.finished !== 'of-ended') return demands.finished === 'none';
  return store.campaigns.some(({ id, state }) => id === campaign && !OVER.includes(state));
}

export function isUnderWay(call: StoreCall, judged: Judged): boolean {
  const { campaign, state, disposition, settlement, recording } = call;
  const isDone =
    state === 'ended' &&
    disposition !== null &&
    SETTLED.includes(settlement) &&
    RECORDED.includes(recording);
  return !isDone && isOpen(campaign, judged);
}
