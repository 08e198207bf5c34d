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
  apiKey: string;
  folder: string;
}

/** Browsers keep the cookie of a session on localhost, where there is no HTTPS. */
const dashboard = (url: string) => url.replace('//127.0.0.1', '//localhost');

export function greeting({ temporal, simulator, url, apiKey, folder }: Places): string {
  return table([
    ['Dashboard', `${dashboard(url)}  sign in with ${apiKey}`],
    ['Temporal', `${temporal.address} (${HOW[temporal.how]})`],
    ['Web UI', temporal.webUi ?? 'with your Temporal server'],
    ['Carrier', `${simulator.url} (simulated)`],
    ['API', `${url}  docs: ${url}/docs`],
    ['State', folder],
  ]);
}

export function addresses({ temporal, url, apiKey, folder }: Places, campaignId: string): string {
  const query = encodeURIComponent(`DialwrightCampaign="${campaignId}"`);
  return [
    table([
      ['Dashboard', `${dashboard(url)}/campaigns/${campaignId}`],
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
