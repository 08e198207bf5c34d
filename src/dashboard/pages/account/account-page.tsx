/** The account: whether it may dial, its limits, what a refusal of it causes, and how news of calls arrives. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { LetDial, LiftHold, StopAll } from '../../components/resources/account-actions.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Page } from '../../components/page.tsx';
import { RecordingDesk } from '../../components/resources/recording-desk.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { nowMs } from '../../clock.ts';
import { count } from '../../format/numbers.ts';
import { probeOf } from '../now/operator-problems.ts';
import { holdWords } from '../../format/hold-words.ts';
import { HoldRules } from './hold-rules.tsx';
import { Limits } from './limits.tsx';
import { RestoredDatabase } from './restored-database.tsx';
import { Webhooks } from './webhooks.tsx';

type Account = Schemas['Account'];

export function AccountPage() {
  const account = useQuery('/v1/account', {}, { on: ['account.*', 'hold.*', 'call.*', 'alert.*'] });
  const { data } = account;
  return (
    <Page
      title="Account"
      reread={account.reload}
      beside={data && <StateBadge account={data} />}
      actions={data && <Actions account={data} />}
    >
      <Loaded query={account} what="the account">
        {(account) => (
          <>
            <State account={account} />
            {account.stopped && <RestoredDatabase />}
            <Figures>
              <Figure
                name="Live calls"
                value={count(account.live_calls)}
                detail={
                  account.max_live_calls === null
                    ? 'no limit'
                    : `at most ${count(account.max_live_calls)}`
                }
              />
              <Figure
                name="Calls a second"
                value={account.calls_per_second === null ? '–' : count(account.calls_per_second)}
                detail={account.calls_per_second === null ? 'no limit' : 'at most'}
              />
              <Figure
                name="Without a cost yet"
                value={count(account.polling.unsettled_calls)}
                detail="ended calls"
              />
              <Figure name="Recordings queued" value={count(account.recording_desk.queued)} />
            </Figures>
            <Limits account={account} />
            <HoldRules account={account} />
            <Webhooks account={account} />
            <RecordingDesk
              desk={account.recording_desk}
              aside={<a href="/recordings">Show the queue</a>}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function StateBadge({ account: { stopped, hold } }: { account: Account }) {
  if (stopped) return <Badge tone="bad" text="Stopped" />;
  return hold ? <Badge tone="bad" text="On hold" /> : <Badge tone="good" text="May dial" />;
}

const Actions = ({ account: { stopped, hold } }: { account: Account }) => (
  <>
    {hold && <LiftHold />}
    {stopped ? <LetDial /> : <StopAll />}
  </>
);

/** Why nothing is dialled, and until when. */
function State({ account }: { account: Account }) {
  const { stopped, hold, alerts } = account;
  if (!stopped && !hold && alerts.length === 0) return null;
  return (
    <ul class="band" aria-label="What is wrong">
      {stopped && (
        <li class="bad">
          <div>
            <p>
              <strong>Everything is stopped</strong> since <Time at={stopped.since} />
            </p>
            <p>{stopped.reason ?? 'Nobody gave a reason.'}</p>
          </div>
        </li>
      )}
      {hold && <Hold account={{ ...account, hold }} />}
      {alerts.map(({ kind, text, since }) => (
        <li key={kind} class="warn">
          <div>
            <p>{text}</p>
            <p class="quiet">
              Since <Time at={since} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Hold({ account }: { account: Account & { hold: NonNullable<Account['hold']> } }) {
  const { hold } = account;
  const probe = probeOf(account, nowMs.value);
  const { reason, opened_at: openedAt, refused_probes: refused } = hold;
  const { title, text } = holdWords(reason);
  return (
    <li class="bad">
      <div>
        <p>
          <strong>{title}</strong> since <Time at={openedAt} />
        </p>
        <p>{text}</p>
        <p class="quiet">The carrier said: {reason}</p>
        <p class="quiet">
          {count(refused)} refused probes. {probe?.text} {probe?.at && <Relative at={probe.at} />}{' '}
          {hold.ends_at && (
            <>
              Its rule ends at <Time at={hold.ends_at} />.
            </>
          )}
        </p>
      </div>
    </li>
  );
}
