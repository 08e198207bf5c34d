/** A new campaign: what it needs, and everything else folded with its present value. Nothing is dialled before its start. */
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { asProblem } from '../../api/problem.ts';
import { installation, may } from '../../api/session.ts';
import { Empty } from '../../components/feedback.tsx';
import { Form } from '../../components/forms/form.tsx';
import { notify } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { readersZone } from '../../format/time/local-time.ts';
import { navigate } from '../../router.ts';
import { handFile } from '../import/handed-file.ts';
import { hasSameHours, withHours, type HoursChoice } from './hours-choice.ts';
import { FIRST_FIELDS, FirstFields } from './first-fields.tsx';
import { bodyOf, draftOf, mustBeWhole, type PolicyDraft } from './policy-draft.ts';
import { NEW_CAMPAIGN } from './new-campaign.ts';
import { PolicyFields } from './policy-form.tsx';

/** The simulated carrier rings nobody, so whoever tries it need not wait for the morning. */
const usualHours = (): HoursChoice => (installation.value?.simulated_carrier ? 'always' : 'office');

export function NewCampaignPage() {
  const [draft, setDraft] = useState(() => draftOf({ ...NEW_CAMPAIGN, zone: readersZone }));
  const [hours, setHours] = useState<HoursChoice>(usualHours);
  const [file, setFile] = useState<File>();
  /** Whoever sets a calling window below means it. */
  const change = (next: PolicyDraft) => {
    if (!hasSameHours(draft, next)) setHours('own');
    setDraft(next);
  };
  const create = async () => {
    mustBeWhole(draft);
    // The API checks every field, so that a wrong one is named.
    const body = bodyOf(withHours(draft, hours)) as { name: string };
    const { id } = await api.post('/v1/campaigns', { body });
    const path = `/campaigns/${id}`;
    if (hours.startsWith('preset ') && !(await applied(id, hours.slice('preset '.length)))) {
      navigate(`${path}/policy`);
      return 'The campaign is a draft, without the hours that were chosen.';
    }
    if (file) handFile(id, file);
    navigate(file ? `${path}/import` : path);
    return file ? 'The campaign is a draft. Now its list.' : 'The campaign is a draft.';
  };
  return (
    <Page
      title="New campaign"
      up={{ href: '/campaigns', name: 'Campaigns' }}
      intro="Nothing is dialled before you start it."
    >
      {may('operate') ? (
        <Form send={file ? 'Create and check the list' : 'Create the campaign'} run={create}>
          <FirstFields {...{ draft, hours, file, setHours, setFile }} change={setDraft} />
          <h2>Everything else</h2>
          <PolicyFields draft={draft} change={change} elsewhere={FIRST_FIELDS} />
        </Form>
      ) : (
        <Empty title="Your key may only read.">
          Sign in with a key of the role operate to create a campaign.
        </Empty>
      )}
    </Page>
  );
}

/** The campaign is there already, so a refusal is told and not thrown: a second try would create a second one. */
async function applied(campaignId: string, presetId: string): Promise<boolean> {
  try {
    const path = { campaignId, presetId };
    await api.post('/v1/campaigns/{campaignId}/rule-presets/{presetId}', { path, body: {} });
    return true;
  } catch (error) {
    notify(`The hours were not set: ${asProblem(error).message}`);
    return false;
  }
}
