/** A new campaign: a draft with its rules. Nothing is dialled before its start. */
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { may } from '../../api/session.ts';
import { Empty } from '../../components/feedback.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Page } from '../../components/page.tsx';
import { navigate } from '../../router.ts';
import { bodyOf, draftOf, mustBeWhole } from './policy-draft.ts';
import { NEW_CAMPAIGN } from './new-campaign.ts';
import { PolicyFields } from './policy-form.tsx';
import { readersZone } from '../../format/local-time.ts';

export function NewCampaignPage() {
  const [draft, setDraft] = useState(() => draftOf({ ...NEW_CAMPAIGN, zone: readersZone }));
  const create = async () => {
    mustBeWhole(draft);
    // The API checks every field, so that a wrong one is named.
    const { id } = await api.post('/v1/campaigns', { body: bodyOf(draft) as { name: string } });
    navigate(`/campaigns/${id}`);
    return 'The campaign is a draft. Add its contacts, then start it.';
  };
  return (
    <Page
      title="New campaign"
      up={{ href: '/campaigns', name: 'Campaigns' }}
      intro="Nothing is dialled before you start it. Times are such as 30s, 15m, 2h or 1d. An empty field has its default or no limit."
    >
      {may('operate') ? (
        <Form send="Create the campaign" run={create}>
          <PolicyFields draft={draft} change={setDraft} />
        </Form>
      ) : (
        <Empty title="Your key may only read.">
          Sign in with a key of the role operate to create a campaign.
        </Empty>
      )}
    </Page>
  );
}
