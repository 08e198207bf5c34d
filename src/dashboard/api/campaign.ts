import type { EventPattern } from '../../domain/events/event.ts';
import { useQuery } from './query.ts';

/** One campaign, with its progress. @param on events of it, after which it may be another one */
export const useCampaign = (id: string, on: readonly EventPattern[]) =>
  useQuery('/v1/campaigns/{campaignId}', { path: { campaignId: id } }, { on, about: id });
