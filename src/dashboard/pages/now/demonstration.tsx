/** The standing demonstration of `npm start`, which anybody who may dial stops and starts. */
import { api } from '../../api/api.ts';
import { useCampaign } from '../../api/campaign.ts';
import { installation } from '../../api/session.ts';
import { Action } from '../../components/forms/action.tsx';

export function Demonstration() {
  const id = installation.value?.demonstration_campaign_id;
  return id ? <OfCampaign id={id} /> : null;
}

/** After its end there is nothing to say. */
function OfCampaign({ id }: { id: string }) {
  const { data } = useCampaign(id, ['campaign.*']);
  const path = { campaignId: id };
  if (data?.state === 'draft') {
    return <p class="demonstration">A demonstration begins when the example campaign is done.</p>;
  }
  if (data?.state === 'running') {
    return (
      <div class="demonstration">
        <p>The demonstration dials invented people, twelve calls a minute.</p>
        <Action
          label="Stop the demonstration"
          run={() => api.post('/v1/campaigns/{campaignId}/pause', { path })}
          happened="The demonstration is stopped."
        />
      </div>
    );
  }
  if (data?.state === 'paused') {
    return (
      <div class="demonstration">
        <p>The demonstration is stopped.</p>
        <Action
          label="Start the demonstration"
          run={() => api.post('/v1/campaigns/{campaignId}/resume', { path })}
          happened="The demonstration dials."
        />
      </div>
    );
  }
  return null;
}
