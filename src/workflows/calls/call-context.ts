import type { CallInput } from '../../contract/messages.ts';
import type { CallDetails } from './call-details.ts';
import type { CallInbox } from './call-inbox.ts';

/** The shared context of all steps of a call. */
export interface CallContext {
  readonly input: CallInput;
  readonly inbox: CallInbox;
  readonly details: CallDetails;
  /** Whether the workflow was cancelled. This ends only the waits before the POST. */
  readonly isCancelled: () => boolean;
}
