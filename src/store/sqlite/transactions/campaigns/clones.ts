import type { CampaignId } from '../../../../domain/ids.ts';
import type {
  CampaignStore,
  ClonedCampaign,
  ClonedContacts,
} from '../../../campaigns/campaign-store.ts';
import type { ContactJob } from '../../../campaigns/contact-job-store.ts';
import { StoreRefusal } from '../../../store.ts';
import { writeAudit } from '../../rows/audit.ts';
import { campaignRow, insertCampaign, toCampaign } from '../../rows/campaign-rows.ts';
import type { Connection } from '../../engine/connection.ts';
import { isBeingCopied } from '../../steps/campaigns/campaign-facts.ts';
import { beginContactJob } from './contact-jobs.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { mustKnowLists } from '../../steps/campaigns/suppressing.ts';

export function cloneStore(db: Connection): Pick<CampaignStore, 'cloneCampaign'> {
  return {
    async cloneCampaign(input, key) {
      return writeOnce(db, { key, nowMs: input.nowMs }, () => {
        const cloned = clone(db, input);
        const { of, id, contacts: which, nowMs } = input;
        writeAudit(db, {
          by: key,
          what: 'campaign.cloned',
          target: `campaigns/${id}`,
          after: { of, which, contacts: cloned.contacts },
          nowMs,
        });
        return cloned;
      });
    },
  };
}

function clone(
  db: Connection,
  input: Parameters<CampaignStore['cloneCampaign']>[0],
): ClonedCampaign {
  const { of, id, name, contacts: which, nowMs } = input;
  const known = toCampaign(campaignRow(db, of));
  const { deadlineAtMs } = known;
  const { suppressionLists = known.policy.suppressionLists } = input;
  const settings = {
    name: name ?? known.name,
    keepOpen: known.keepOpen,
    policy: { ...known.policy, suppressionLists },
    deadlineAtMs: deadlineAtMs !== null && deadlineAtMs > nowMs ? deadlineAtMs : null,
  };
  mustKnowLists(db, settings.policy);
  insertCampaign(db, { id, settings, state: 'draft', nowMs });
  const job = copyContacts(db, { of, id, which, nowMs });
  const row = campaignRow(db, id);
  return { campaign: toCampaign(row), contacts: row.contacts, job };
}

/** Refuses to copy from a campaign whose own copy is not finished, because an unknown part would be missing. */
function copyContacts(
  db: Connection,
  {
    of,
    id,
    which,
    nowMs,
  }: { of: CampaignId; id: CampaignId; which: ClonedContacts; nowMs: number },
): ContactJob | null {
  if (which === 'none') return null;
  if (isBeingCopied(db, of)) {
    throw new StoreRefusal('being-copied', 'the contacts of the campaign are still being copied');
  }
  const { contacts: total } = campaignRow(db, of);
  return beginContactJob(db, { campaignId: id, work: { kind: 'copy', of, which }, total }, nowMs);
}
