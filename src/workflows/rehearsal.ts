/** A rehearsal of a campaign, for a request that waits for its result. */
import { rehearsing } from './activity-options.ts';
import type { RehearsalInput } from '../contract/messages.ts';

export function rehearsalWorkflow(input: RehearsalInput): Promise<string> {
  return rehearsing.rehearseCampaign.executeWithOptions({ summary: 'rehearse' }, [input]);
}
