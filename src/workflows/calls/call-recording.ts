/** Fetches the recording of a bridged call: by webhook if one comes, otherwise by the recording desk. */
import { ActivityFailure } from '@temporalio/workflow';
import type { Ended } from '../../activities/calls/call-endings.ts';
import { callWaitFor } from '../../domain/calls/call-wait.ts';
import { durable, fetching } from '../activity-options.ts';
import type { CallContext } from './call-context.ts';
import type { CallInbox } from './call-inbox.ts';

/** Returns the outcome as text for the Web UI. The state itself is in the store. */
export async function collectRecording(
  { input: { ref, webhooks, timing }, inbox, details }: CallContext,
  { recording }: Ended,
): Promise<string> {
  // Another run of this workflow, or the desk, has finished it already.
  if (recording === 'none' || recording === 'stored' || recording === 'missing') return recording;
  inbox.recordingDelivered ||= recording === 'delivered';
  const graceMs = webhooks && recording === 'expected' ? timing.recordingGraceMs : 0;
  if (graceMs > 0) {
    const untilMs = Date.now() + graceMs;
    details.showRecording(callWaitFor('recording-webhook', { untilMs }));
  }
  await inbox.wait(() => inbox.recordingDelivered, graceMs, 'waiting for the recording webhook');
  const deskEndsAtMs = Date.now() + timing.deskWaitMs;
  for (;;) {
    if (inbox.recordingDelivered) {
      details.showRecording(callWaitFor('recording-download'));
      if (await isFetched(ref, inbox)) return 'stored';
    }
    await durable.askDesk.executeWithOptions({ summary: 'ask the recording desk' }, [ref]);
    details.showRecording(callWaitFor('recording-desk'));
    const isNews = await inbox.wait(
      () => inbox.recordingSettled || inbox.recordingDelivered,
      deskEndsAtMs - Date.now(),
      'waiting for the recording desk',
    );
    if (inbox.recordingSettled) return 'settled by the desk';
    if (!isNews) return 'left to the desk';
  }
}

// If a link keeps failing, the desk can still request another one from the carrier.
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
