/** The next step of a campaign that has not been started: its list, its agents, or the start. */
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { counted } from '../../format/numbers.ts';
import { Start } from './campaign-moves.tsx';

type Campaign = Schemas['CampaignProgress'];

export function DraftStep({ campaign }: { campaign: Campaign }) {
  const agents = useQuery('/v1/agents', {}, { on: ['agent.*'] }).data?.data;
  const { id, contacts, agents: rules } = campaign;
  if (!may('operate')) return null;
  if (contacts.total === 0) {
    return (
      <Step title="Next: its list">
        <a class="button primary" href={`/campaigns/${id}/import`}>
          Add contacts
        </a>
      </Step>
    );
  }
  const serves = agents?.filter(({ pools }) => rules.pool === null || pools.includes(rules.pool));
  return (
    <>
      {serves?.length === 0 && (
        <Step title="It has no agents yet">
          <a class="button" href="/agents">
            Add agents
          </a>
        </Step>
      )}
      <Step title={`Next: call ${counted(contacts.total, 'contact')}`}>
        <Start campaign={campaign} large />
      </Step>
    </>
  );
}

const Step = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="card next-step">
    <h2>{title}</h2>
    <div class="actions">{children}</div>
  </div>
);
