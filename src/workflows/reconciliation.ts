/** Compares the carrier's call records with our calls, for a request or for the schedule. */
import { ActivityFailure, rootCause, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { ReconciliationId } from '../domain/ids.ts';
import { comparing, durable } from './activity-options.ts';
import { asMarkdown } from './markdown.ts';
import type { ReconciliationInput } from '../contract/messages.ts';

export async function reconciliationWorkflow(input: ReconciliationInput): Promise<void> {
  const { reconciliationId, spanMs } = input;
  if (reconciliationId !== null) return compare(reconciliationId);
  const { startTime } = workflowInfo();
  const id = await durable.askForReconciliation.executeWithOptions({ summary: 'ask for one' }, [
    startTime.getTime(),
    spanMs,
  ]);
  setCurrentDetails(`asked for ${id}`);
}

async function compare(id: ReconciliationId): Promise<void> {
  try {
    const { records, settled, identified } = await comparing.reconcileRecords.executeWithOptions(
      { summary: 'compare the carrier\u2019s call records' },
      [id],
    );
    setCurrentDetails(`**${records} records: ${settled} settled, ${identified} identified**`);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const why = rootCause(error) ?? 'it did not end in time';
    await durable.failReconciliation(id, why);
    setCurrentDetails(`**failed**  \n${asMarkdown(why)}`);
  }
}
