/** What an agent does now, and since when, with a link to its call. */
import type { Schemas } from '../../api/api.ts';
import { AGENT_ACTIVITIES, wordOf } from '../../format/words.ts';
import { Badge } from './badge.tsx';
import { Relative, Since } from '../time.tsx';

type Agent = Schemas['Agent'];

export function AgentActivityText({ agent }: { agent: Agent }) {
  const { activity, on_call: call } = agent;
  const { text, tone } = wordOf(AGENT_ACTIVITIES, activity.state);
  return (
    <>
      {call ? <a href={`/calls/${call}`}>{text}</a> : <span class={tone}>{text}</span>}{' '}
      <Since at={activity.since} />
    </>
  );
}

export function AgentActivityBadge({ agent }: { agent: Agent }) {
  const { activity, on_call: call, paused_reason: reason, paused_until: until } = agent;
  return (
    <>
      <Badge {...wordOf(AGENT_ACTIVITIES, activity.state)} /> <Since at={activity.since} />
      {call && (
        <>
          {' '}
          <a href={`/calls/${call}`}>its call</a>
        </>
      )}
      {(reason || until) && (
        <span class="under">
          {reason}
          {reason && until && ', '}
          {until && (
            <>
              ready again <Relative at={until} />
            </>
          )}
        </span>
      )}
    </>
  );
}
