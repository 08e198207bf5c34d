import { NOT_REACHED } from '../../domain/not-reached.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Campaign, CampaignStore, ClonedContacts } from '../campaign-store.ts';
import { writeAudit } from './audit.ts';
import { campaignRow, insertCampaign, toCampaign } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import { tallyAdded } from './contact-tallies.ts';
import { once } from './once.ts';
import { mustKnowLists } from './suppressing.ts';

export function cloneStore(db: Connection): Pick<CampaignStore, 'cloneCampaign'> {
  return {
    async cloneCampaign(input, key) {
      return once(db, { key, nowMs: input.nowMs }, () => {
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
): { campaign: Campaign; contacts: number } {
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
  const contacts = copyContacts(db, { of, id, which, nowMs });
  return { campaign: toCampaign(campaignRow(db, id)), contacts };
}

/** Everything that says who they are and when they may be called, and nothing of what became of them. */
const COPIED =
  'number, row_key, name, agent_id, agent_alone_until_ms, zones, zone_source, not_before_ms, not_after_ms';
const NOT_REACHED_ONES = `AND state = 'final'
  AND disposition IN (SELECT value FROM json_each(:dispositions))`;

function copyContacts(
  db: Connection,
  copy: { of: CampaignId; id: CampaignId; which: ClonedContacts; nowMs: number },
): number {
  const { of, id, which, nowMs } = copy;
  if (which === 'none') return 0;
  const only = which === 'all' ? '' : NOT_REACHED_ONES;
  const copied = tallyAdded(db, { id, after: 0 }, () =>
    db.run(
      `INSERT INTO contacts (campaign_id, position, ${COPIED}, state, due_at_ms, added_at_ms)
       SELECT :id, row_number() OVER (ORDER BY position), ${COPIED}, 'due', :nowMs, :nowMs
       FROM contacts WHERE campaign_id = :of ${only} ORDER BY position`,
      { of, id, nowMs, ...(only && { dispositions: JSON.stringify(NOT_REACHED) }) },
    ),
  );
  db.run('UPDATE campaigns SET contacts = :copied WHERE id = :id', { id, copied });
  return copied;
}
