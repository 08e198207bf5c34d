/** What happens now: first what is wrong, then what is dialled, by whom, and with which outcomes. */
import { useQuery } from '../../api/query.ts';
import { Action } from '../../components/action.tsx';
import { Page } from '../../components/page.tsx';
import { api } from '../../api/api.ts';
import { ActiveCampaigns } from './active-campaigns.tsx';
import { AgentGrid } from './agent-grid.tsx';
import { ProblemBand } from './problem-band.tsx';
import { TodaysCalls } from './todays-calls.tsx';

export function NowPage() {
  const account = useQuery('/v1/account', {}, { on: ['account.*', 'hold.*', 'call.*'] });
  return (
    <Page title="Now" actions={account.data?.stopped === null && <StopAll done={account.reload} />}>
      <ProblemBand account={account} />
      <TodaysCalls live={account.data?.live_calls} />
      <ActiveCampaigns />
      <AgentGrid />
    </Page>
  );
}

function StopAll({ done }: { done: () => Promise<void> }) {
  const stop = async () => {
    await api.post('/v1/account/stop', { body: { reason: 'Stopped on the dashboard' } });
    await done();
    return 'Everything is stopped.';
  };
  return (
    <Action
      label="Stop all calls"
      danger
      run={stop}
      before={
        <p>
          No new call leaves from now on, in no campaign and for no callback. Calls that are live go
          on to their end. Nothing is lost: what was due stays due until somebody lets the account
          dial again.
        </p>
      }
    />
  );
}
