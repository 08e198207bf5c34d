/** Rehearses a campaign in virtual time, for a request of the API. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { readOrder, writeForecast } from '../../domain/planning/rehearsal/rehearsal-text.ts';
import { StoreRefusal } from '../../store/requests.ts';
import { plannedPages } from '../../store/campaigns/planned-pages.ts';
import { MOST_REHEARSED, REHEARSAL_FAULTS, type RehearsalInput } from '../../contract/messages.ts';
import type { ActivityContext } from '../deps.ts';

/** A campaign that has been deleted meanwhile does not come back. */
function unlessRefused(error: unknown): never {
  if (error instanceof StoreRefusal)
    throw ApplicationFailure.nonRetryable(error.message, error.code);
  throw error;
}

const HEARTBEAT_MS = 2_000;
/** Temporal refuses results of 2 MiB. */
const MOST_CHARACTERS = 1_500_000;

/** Returns the forecast as text (`readForecast`). */
export async function rehearseCampaign(
  { store, rehearsals, nowMs }: Pick<ActivityContext, 'store' | 'rehearsals' | 'nowMs'>,
  { campaignId, order }: RehearsalInput,
): Promise<string> {
  const context = Context.current();
  const beating = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  try {
    const atMs = nowMs();
    const { plan } = await store.campaignOutlook(campaignId, atMs).catch(unlessRefused);
    const pages = plannedPages(store, campaignId, { nowMs: atMs, most: MOST_REHEARSED });
    const found = await rehearsals.rehearse(
      { plan, ...readOrder(order) },
      pages,
      context.cancellationSignal,
    );
    const text = writeForecast(found);
    if (text.length <= MOST_CHARACTERS) return text;
    throw ApplicationFailure.nonRetryable('the result is too long', REHEARSAL_FAULTS.tooLarge);
  } finally {
    clearInterval(beating);
  }
}
