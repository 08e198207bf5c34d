/** The recording of a bridged call: by webhook where it comes, by the desk where it does not. */
import { ActivityFailure } from '@temporalio/workflow';
import type { Ended } from '../../activities/calls/call-endings.ts';
import { durable, fetching } from '../activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import type { CallDetails } from './call-details.ts';
import type { CallInput } from '../messages.ts';

/** In words for the Web UI: what became of the recording. The store's row is the record. */
export async function collectRecording(
  { ref, webhooks, timing }: CallInput,
  inbox: CallInbox,
  story: CallDetails,
  { recording }: Ended,
): Promise<string> {
  // Another run of this workflow, or the desk, was here before.
  if (recording === 'none' || recording === 'stored' || recording === 'missing') return recording;
  inbox.recordingDelivered ||= recording === 'delivered';
  const graceMs = webhooks && recording === 'expected' ? timing.recordingGraceMs : 0;
  await inbox.wait(() => inbox.recordingDelivered, graceMs, 'waiting for the recording webhook');
  const deskEndsAtMs = Date.now() + timing.deskWaitMs;
  for (;;) {
    if (inbox.recordingDelivered && (await isFetched(ref, inbox))) return 'stored';
    await durable.askDesk.executeWithOptions({ summary: 'ask the recording desk' }, [ref]);
    story.tell('recording asked for', 'waiting for the recording desk');
    const isNews = await inbox.wait(
      () => inbox.recordingSettled || inbox.recordingDelivered,
      deskEndsAtMs - Date.now(),
      'waiting for the recording desk',
    );
    if (inbox.recordingSettled) return 'served by the desk';
    if (!isNews) return 'left to the desk';
  }
}

// A link that keeps failing is not the end: the desk can ask for another.
async function isFetched(ref: string, inbox: CallInbox): Promise<boolean> {
  inbox.recordingDelivered = false;
  try {
    const fetched = await fetching.fetchRecording.executeWithOptions(
      { summary: 'download the recording', retry: { maximumAttempts: 4 } },
      [ref],
    );
    return fetched.kind === 'stored';
  } catch (error) {
    if (error instanceof ActivityFailure) return false;
    throw error;
  }
}
