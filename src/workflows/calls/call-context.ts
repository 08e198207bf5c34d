import type { CallInput } from '../messages.ts';
import type { CallDetails } from './call-details.ts';
import type { CallInbox } from './call-inbox.ts';

/** What every step of a call works with. */
export interface CallContext {
  readonly input: CallInput;
  readonly inbox: CallInbox;
  readonly details: CallDetails;
  /** Whether somebody cancelled the workflow. Only the waits before the POST end for it. */
  readonly isCancelled: () => boolean;
}
