/** What the agents of the example say of its calls: each talk gets an outcome, so that pages and statistics have some. */
import type { BodyOf } from '../../client/requests.ts';
import type { ApiClient } from '../../terminal/api-client.ts';

const CODES: Record<string, BodyOf<'/v1/outcome-codes/{codeId}', 'put'>> = {
  sold: { label: 'Sold', group: 'sale' },
  interested: { label: 'Interested', group: 'talked' },
  'not-interested': { label: 'Not interested', group: 'refused', next: 'final' },
};

/** Returns one line for people, such as `Sold 5, Interested 4`; empty: nobody talked. */
export async function sayOutcomes(client: ApiClient, campaignId: string): Promise<string> {
  for (const [codeId, body] of Object.entries(CODES))
    await client.put('/v1/outcome-codes/{codeId}', { path: { codeId }, body });
  const { data: talks } = await client.get('/v1/campaigns/{campaignId}/calls', {
    path: { campaignId },
    query: { disposition: 'completed', order: 'asc', limit: 200 },
  });
  const codes = Object.keys(CODES);
  for (const [index, { ref, outcome }] of talks.entries()) {
    if (outcome !== null) continue;
    const code = codes[index % codes.length]!;
    await client.put('/v1/calls/{ref}/outcome', { path: { ref }, body: { code } });
  }
  const { data } = await client.get('/v1/stats/outcomes', { query: { campaign: campaignId } });
  return data.map(({ label, calls }) => `${label} ${calls}`).join(', ');
}
