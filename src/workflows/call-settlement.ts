/** The bill of a call that has ended. */
import type { Ended } from '../activities/following.ts';
import { durable, quick, watching } from './activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import type { CallInput } from './messages.ts';
import { watchUntil } from './waiting.ts';

/** The final cost as a decimal string; null when the settlement deadline passed without one. */
export async function settle(
  { ref, webhooks, timing }: CallInput,
  inbox: CallInbox,
  ended: Ended,
): Promise<string | null> {
  if (ended.cost !== null) return ended.cost;
  const isBilled = () => inbox.state.finalized;
  if (webhooks && (await inbox.wait(isBilled, timing.settleMs, 'waiting for the bill'))) {
    return readBill(ref);
  }
  const watched = await watchUntil(
    () => watching.settleCall.executeWithOptions({ summary: 'look for the final cost' }, [ref]),
    () => inbox.until(() => webhooks && isBilled()),
  );
  return watched === undefined ? readBill(ref) : watched;
}

async function readBill(ref: string): Promise<string | null> {
  const summary = 'read the final cost';
  try {
    return await quick.settleCall.executeWithOptions({ summary }, [ref]);
  } catch {
    return durable.settleCall.executeWithOptions({ summary }, [ref]);
  }
}
