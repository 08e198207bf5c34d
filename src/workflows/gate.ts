/**
 * The gate of a deploy. Temporal's worker controller starts it on a new build before any other run gets there, and keeps the
 * build out if it fails.
 */
import { setCurrentDetails } from '@temporalio/workflow';
import { DEFAULT_GATE_RUNS, type GateInput } from '../contract/messages.ts';
import { gating } from './activity-options.ts';
import { asMarkdown } from './markdown.ts';

export async function gateWorkflow(input?: GateInput): Promise<string> {
  const most = input?.runsOfEachType ?? DEFAULT_GATE_RUNS;
  const found = await gating.replayOpenRuns.executeWithOptions({ summary: 'replay open runs' }, [
    most,
  ]);
  setCurrentDetails(asMarkdown(found));
  return found;
}
