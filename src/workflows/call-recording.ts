/** The recording of a bridged call: by webhook where it comes, by the desk where it does not. */
import { ActivityFailure } from '@temporalio/workflow';
import type { Ended } from '../activities/following.ts';
import { durable } from './activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import type { CallStory } from './call-story.ts';
import type { CallInput } from './messages.ts';

/** In words for the Web UI: what became of the recording. The store's row is the record. */
export async function collectRecording(
  { ref, webhooks, timing }: CallInput,
  inbox: CallInbox,
  story: CallStory,
  { recording }: Ended,
): Promise<string> {
  // Another run of this workflow, or the desk, was here before.
  if (recording === 'none' || recording === 'stored' || recording === 'missing') return recording;
  const isDelivered = () => recording === 'delivered' || inbox.recordingDelivered;
  const graceMs = webhooks && recording === 'expected' ? timing.recordingGraceMs : 0;
  const summary = 'waiting for the recording webhook';
  if (await inbox.wait(isDelivered, graceMs, summary)) {
    if (await isFetched(ref)) return 'stored';
  }
  await durable.askDesk.executeWithOptions({ summary: 'ask the recording desk' }, [ref]);
  story.tell('recording asked for', 'waiting for the recording desk');
  const settled = await inbox.wait(
    () => inbox.recordingSettled,
    timing.deskWaitMs,
    'waiting for the recording desk',
  );
  return settled ? 'served by the desk' : 'left to the desk';
}

// A link that keeps failing is not the end: the desk can ask for another.
async function isFetched(ref: string): Promise<boolean> {
  try {
    const fetched = await durable.fetchRecording.executeWithOptions(
      { summary: 'download the recording', retry: { maximumAttempts: 4 } },
      [ref],
    );
    return fetched.kind === 'stored';
  } catch (error) {
    if (error instanceof ActivityFailure) return false;
    throw error;
  }
}
