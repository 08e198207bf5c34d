import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgressReporter } from './progress-reporter.ts';
import type { ApiClient } from './api-client.ts';
import type { CampaignProgress } from './api-shapes.ts';
import { isOver, leftovers, progressLine } from './campaign-format.ts';

const EVERY_MS = 500;

/** Follows a campaign to its end, then to its last cost and recording. */
export async function watch(
  client: ApiClient,
  id: string,
  { reporter, signal, onChange }: WatchOptions,
): Promise<CampaignProgress> {
  for (let last = ''; ;) {
    const progress = await client.get('/v1/campaigns/{campaignId}', {
      path: { campaignId: id },
    });
    reporter.progress(progressLine(progress, reporter.columns));
    const text = JSON.stringify(progress);
    if (text !== last) onChange?.(progress);
    last = text;
    const { costs, recordings } = leftovers(progress);
    const isSettled = costs + recordings === 0 && progress.contact_job === null;
    if (isOver(progress) && isSettled) return progress;
    await sleep(EVERY_MS, undefined, signal ? { signal } : {});
  }
}

interface WatchOptions {
  reporter: ProgressReporter;
  signal?: AbortSignal;
  onChange?: (progress: CampaignProgress) => void;
}
