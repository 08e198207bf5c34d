/** The text that a start prints: what runs, and at which addresses. */
import { table } from '../terminal/table.ts';
import type { TemporalServer } from './temporal/temporal-server.ts';

const HOW: Record<TemporalServer['how'], string> = {
  given: 'as set by TEMPORAL_ADDRESS',
  adopted: 'still running from an earlier start',
  started: 'started here',
};

export interface Places {
  temporal: Pick<TemporalServer, 'address' | 'webUi' | 'how'>;
  simulator: { url: string };
  url: string;
  folder: string;
}

export function greeting({ temporal, simulator, url, folder }: Places): string {
  return table([
    ['Temporal', `${temporal.address} (${HOW[temporal.how]})`],
    ['Web UI', temporal.webUi ?? 'with your Temporal server'],
    ['Carrier', `${simulator.url} (simulated)`],
    ['API', `${url}  docs: ${url}/docs`],
    ['State', folder],
  ]);
}

export function addresses(
  { temporal, url, folder }: Places,
  { apiKey, campaignId }: { apiKey: string; campaignId: string },
): string {
  const query = encodeURIComponent(`DialwrightCampaign="${campaignId}"`);
  return [
    table([
      ...(temporal.webUi === undefined
        ? []
        : [['Web UI', `${temporal.webUi}/namespaces/default/workflows?query=${query}`]]),
      ['API docs', `${url}/docs`],
      ['Recordings', `${folder}/recordings`],
      ['API key', apiKey],
    ]),
    '',
    `curl -H 'Authorization: Bearer ${apiKey}' ${url}/v1/campaigns/${campaignId}`,
  ].join('\n');
}
