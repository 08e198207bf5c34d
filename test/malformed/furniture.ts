/** What is in the store before anything is thrown: calls in every state that a webhook can speak of. */
import type { CallRef } from '../../src/domain/ids.ts';
import { endedCall, liveCall, unknownCall } from '../api/calls/placed-call.ts';
import type { ServerUnderFire } from './server-under-fire.ts';

const LIVE_CALLS = 30;

export interface Furniture {
  live: CallRef[];
  /** Unknown, ended, and one that does not exist. */
  others: CallRef[];
  campaigns: string[];
  /** By name of a path parameter. */
  known: Record<string, string[]>;
}

export async function callsToTalkOf(server: ServerUnderFire): Promise<Furniture> {
  const on = {
    store: server.store,
    post: (path: string, body?: object) => server.api('POST', path, body),
    async campaign(): Promise<string> {
      const { body } = await server.api('POST', '/v1/campaigns', { name: 'spring' });
      return (body as { id: string }).id;
    },
  };
  const live: CallRef[] = [];
  for (let n = 0; n < LIVE_CALLS; n++) live.push(await liveCall(on));
  const others = [await unknownCall(on), await unknownCall(on), await endedCall(on), 'cnobody.1.1'];
  const campaigns = await Promise.all([1, 2, 3, 4].map(() => on.campaign()));
  return {
    live,
    others,
    campaigns,
    known: {
      campaignId: [...campaigns, ...live.map((ref) => ref.split('.')[0]!)],
      ref: [...live, ...others],
      callRef: [...live, ...others],
      agentId: ['a1', 'a2', 'a3'],
    },
  };
}
