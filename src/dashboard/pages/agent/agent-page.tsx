/** One agent: what it does now, and its day. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { AgentActivityBadge } from '../../components/resources/agent-activity.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Fact } from '../../components/facts.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { dayAfter, dayStartMs, spanOfDays } from '../../format/time/local-day.ts';
import { count } from '../../format/numbers.ts';
import { dayOf } from '../../format/time/times.ts';
import { address, navigate, setQuery } from '../../router.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { AgentActions } from '../agents/agent-actions.tsx';
import { CallsOfDay } from './calls-of-day.tsx';
import { DayFigures } from './day-figures.tsx';
import { DayHistory } from './day-history.tsx';

type Agent = Schemas['Agent'];

export function AgentPage({ at: { id = '' } }: { at: PageParameters }) {
  const path = { agentId: id };
  const agent = useQuery('/v1/agents/{agentId}', { path }, { on: ['agent.*', 'call.*'] });
  const { data } = agent;
  const canBeChanged = data && data.deleted_at === null;
  return (
    <Page
      title={data?.name ?? id}
      up={{ href: '/agents', name: 'Agents' }}
      actions={canBeChanged && <AgentActions agent={data} left={() => navigate('/agents')} />}
      reread={agent.reload}
    >
      <Loaded query={agent} what="the agent">
        {(read) => (
          <>
            <Facts agent={read} />
            <Day agent={read} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ agent }: { agent: Agent }) {
  const { id, kind, address: dialled, pools, misses, capacity, live_calls: live } = agent;
  return (
    <dl class="facts">
      <Fact name="Now">
        {agent.deleted_at ? (
          <>
            Deleted <Time at={agent.deleted_at} />. It is shown because past calls name it.
          </>
        ) : (
          <AgentActivityBadge agent={agent} />
        )}
      </Fact>
      <Fact name="Id">{id}</Fact>
      <Fact name={kind === 'sip' ? 'SIP account' : 'Stream endpoint'}>{dialled}</Fact>
      <Fact name="Pools">{pools.join(', ')}</Fact>
      <Fact name="Misses in a row (RONA)">{count(misses)}</Fact>
      {kind === 'stream' && <Fact name="Calls">{`${count(live)} of ${count(capacity)}`}</Fact>}
    </dl>
  );
}

function Day({ agent: { id } }: { agent: Agent }) {
  const today = dayOf(nowMs.value);
  const chosen = address.value.query.get('day') ?? today;
  const day = dayStartMs(chosen) === undefined || chosen > today ? today : chosen;
  const span = { id, ...spanOfDays(day) };
  const show = (other: string) => setQuery({ day: other === today ? '' : other });
  return (
    <Section title="Day">
      <div class="filters">
        <TextField
          label="Day"
          type="date"
          max={today}
          value={day}
          onValue={(value) => dayStartMs(value) !== undefined && show(value)}
        />
        <div class="actions">
          <button type="button" onClick={() => show(dayAfter(day, -1))}>
            Day before
          </button>
          <button type="button" disabled={day >= today} onClick={() => show(dayAfter(day, 1))}>
            Day after
          </button>
        </div>
      </div>
      <DayFigures {...span} />
      <DayHistory {...span} />
      <CallsOfDay {...span} />
    </Section>
  );
}
