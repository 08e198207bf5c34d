/** What cannot be judged yet: its campaign goes on, and whoever looks later will see more. */
import type { Evidence } from './check.ts';
import type { StoreCall, StoreCampaign } from './records/store-export.ts';

const OVER = ['completed', 'cancelled'];
const SETTLED = ['none', 'settled', 'unsettled'];
const RECORDED = ['none', 'stored', 'missing'];

type Judged = Pick<Evidence, 'store' | 'demands'>;

/** Whether the campaigns' own word, that they have not ended, is taken. */
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
