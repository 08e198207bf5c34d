/** What happens now: first what is wrong, then what is dialled, by whom, and with which outcomes. */
import { useQuery } from '../../api/query.ts';
import { StopAll } from '../../components/resources/account-actions.tsx';
import { Page } from '../../components/page.tsx';
import { ActiveCampaigns } from './active-campaigns.tsx';
import { AgentGrid } from './agent-grid.tsx';
import { CurrencyNote } from './currency-note.tsx';
import { Demonstration } from './demonstration.tsx';
import { ProblemBand } from './problem-band.tsx';
import { TodaysCalls } from './todays-calls.tsx';

export function NowPage() {
  const account = useQuery('/v1/account', {}, { on: ['account.*', 'hold.*', 'call.*'] });
  return (
    <Page
      title="Now"
      reread={account.reload}
      actions={account.data?.stopped === null && <StopAll />}
    >
      <ProblemBand account={account} />
      <CurrencyNote />
      <Demonstration />
      <TodaysCalls live={account.data?.live_calls} />
      <ActiveCampaigns />
      <AgentGrid />
    </Page>
  );
}
