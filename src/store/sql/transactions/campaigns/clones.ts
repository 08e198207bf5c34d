import type {
  CampaignStore,
  ClonedCampaign,
  ClonedContacts,
} from '../../../campaigns/campaign-store.ts';
import type { ContactJob } from '../../../campaigns/contact-job-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { writeAudit } from '../../rows/audit.ts';
import { campaignRow, insertCampaign, toCampaign } from '../../rows/campaign-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { isBeingCopied } from '../../steps/campaigns/campaign-facts.ts';
import { beginContactJob } from './contact-jobs.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { mustKnowLists } from '../../steps/campaigns/suppressing.ts';

export function cloneStore(db: Database): Pick<CampaignStore, 'cloneCampaign'> {
  return {
    async cloneCampaign(input, key) {
      return writeOnce(db, { key, nowMs: input.nowMs }, async (tx) => {
        const cloned = await clone(tx, input);
        const { of, id, contacts: which, nowMs } = input;
        await writeAudit(tx, {
          by: key,
          what: 'campaign.cloned',
          target: `campaigns/${id}`,
          after: { of, which, where: input.where, contacts: cloned.contacts },
          nowMs,
        });
        return cloned;
      });
    },
  };
}

type Cloned = Parameters<CampaignStore['cloneCampaign']>[0];

async function clone(tx: Tx, input: Cloned): Promise<ClonedCampaign> {
  const { of, id, name, contacts: which, where, nowMs } = input;
  const known = toCampaign(await campaignRow(tx, of));
  const { deadlineAtMs } = known;
  const { suppressionLists = known.policy.suppressionLists } = input;
  const settings = {
    name: name ?? known.name,
    keepOpen: known.keepOpen,
    policy: { ...known.policy, suppressionLists },
    deadlineAtMs: deadlineAtMs !== null && deadlineAtMs > nowMs ? deadlineAtMs : null,
  };
  await mustKnowLists(tx, settings.policy);
  await insertCampaign(tx, { id, settings, state: 'draft', nowMs });
  tx.send(
    `INSERT INTO campaign_pages (campaign_id, script, screen_pop, changed_at_ms)
     SELECT :id, script, screen_pop, :nowMs FROM campaign_pages WHERE campaign_id = :of`,
    { of, id, nowMs },
  );
  const job = await copyContacts(tx, { of, id, which, where, nowMs });
  const row = await campaignRow(tx, id);
  return { campaign: toCampaign(row), contacts: row.contacts, job };
}

/** Refuses to copy from a campaign whose own copy is not finished, because an unknown part would be missing. */
async function copyContacts(
  tx: Tx,
  {
    of,
    id,
    which,
    where,
    nowMs,
  }: Pick<Cloned, 'of' | 'id' | 'where' | 'nowMs'> & { which: ClonedContacts },
): Promise<ContactJob | null> {
  if (which === 'none') return null;
  if (await isBeingCopied(tx, of)) {
    throw new StoreRefusal('being-copied', 'the contacts of the campaign are still being copied');
  }
  const { contacts: total } = await campaignRow(tx, of);
  return beginContactJob(
    tx,
    { campaignId: id, work: { kind: 'copy', of, which, where }, total },
    nowMs,
  );
}
