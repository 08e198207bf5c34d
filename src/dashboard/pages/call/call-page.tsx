/** One call: its legs, its recording, everything that happened in it, and what can be done about it. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { CallBadge } from '../../components/resources/badge.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Page } from '../../components/page.tsx';
import { WaitText } from '../../components/resources/waiting.tsx';
import { isolated } from '../../format/names.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { CallBars } from './call-bars.tsx';
import { CallFacts } from './call-facts.tsx';
import { CallHistory } from './call-history.tsx';
import { CallRecording } from './call-recording.tsx';
import { HangUp } from './hang-up.tsx';
import { ResolveCall } from './resolve-call.tsx';
import { SetOutcome } from './set-outcome.tsx';

type Call = Schemas['CallDetail'];

export function CallPage({ at: { ref = '' } }: { at: PageParameters }) {
  const call = useQuery(
    '/v1/calls/{ref}',
    { path: { ref } },
    { on: ['call.*', 'recording.*'], about: `calls/${ref}` },
  );
  return (
    <Page
      title={call.data ? `Call to ${isolated(call.data.contact_name ?? call.data.number)}` : 'Call'}
      reread={call.reload}
      up={{ href: '/calls', name: 'Calls' }}
      beside={call.data && <CallBadge call={call.data} />}
      actions={call.data && <Actions call={call.data} />}
    >
      <Loaded query={call} what="the call">
        {(read) => (
          <>
            <WhyItIsSo call={read} />
            <CallBars call={read} />
            <div class="columns">
              <CallFacts call={read} />
              <CallRecording call={read} />
            </div>
            <CallHistory call={read} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Actions = ({ call }: { call: Call }) => (
  <>
    <SetOutcome call={call} />
    {call.disposition === 'unknown' && <ResolveCall call={call} />}
    {call.disposition !== 'unknown' && call.state !== 'ended' && <HangUp call={call} />}
  </>
);

/** What the call waits for, why it ended so, or what a person has to do. */
function WhyItIsSo({ call: { state, disposition, reason, waiting_for: wait } }: { call: Call }) {
  if (disposition === 'unknown') {
    return (
      <div class="note bad">
        <p>
          <strong>It is not known how this call ended.</strong> {reason}
        </p>
        <p>
          Nobody calls this contact until a person resolves the call, or the carrier’s call records
          close it. Look for the call in the carrier’s portal or{' '}
          <a href="/reconciliations">compare with the call records</a>, then resolve it.
        </p>
      </div>
    );
  }
  if (state === 'unknown') {
    return (
      <div class="note warn">
        <p>
          <strong>It is not known whether the carrier placed this call.</strong> Its answer was
          lost, so no second request is sent. A webhook of the call says more; without one the call
          ends as unknown, and a person resolves it.
        </p>
        {wait && (
          <p>
            <WaitText wait={wait} />
          </p>
        )}
      </div>
    );
  }
  return (
    <>
      {reason && <p class="intro">{reason}</p>}
      {wait && (
        <p class={state === 'waiting' ? 'note warn' : 'quiet'}>
          <WaitText wait={wait} />
        </p>
      )}
    </>
  );
}
