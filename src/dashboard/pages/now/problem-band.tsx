/** What is wrong, the worst first, each with its reason and with what can be done about it. */
import type { Schemas } from '../../api/api.ts';
import { useCampaign } from '../../api/campaign.ts';
import { useQuery, type Query } from '../../api/query.ts';
import { LetDial, LiftHold } from '../../components/resources/account-actions.tsx';
import { ProblemNote } from '../../components/feedback.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { nowMs } from '../../clock.ts';
import { problemOfCampaign, problemsOf, type OperatorProblem } from './operator-problems.ts';

export function ProblemBand({ account }: { account: Query<Schemas['Account']> }) {
  const alerts = useQuery('/v1/alerts', {}, { on: ['alert.*', 'account.*', 'hold.*'] });
  const failed = account.problem ?? alerts.problem;
  const problems = problemsOf(account.data, alerts.data?.data ?? [], nowMs.value);
  return (
    <>
      {failed && <ProblemNote problem={failed} what="This page cannot be read:" />}
      {problems.length > 0 && (
        <ul class="band" aria-label="What is wrong">
          {problems.map((problem) => (
            <li key={problem.kind + problem.subject} class={problem.tone}>
              {problem.campaign ? (
                <ProblemOfCampaign problem={problem} id={problem.campaign} />
              ) : (
                <ProblemText problem={problem} />
              )}
              <ProblemActions problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ProblemOfCampaign({ problem, id }: { problem: OperatorProblem; id: string }) {
  const { data } = useCampaign(id, ['campaign.*', 'alert.*']);
  return <ProblemText problem={data ? problemOfCampaign(problem, data) : problem} />;
}

const ProblemText = ({
  problem: { title, since, text, detail, next },
}: {
  problem: OperatorProblem;
}) => (
  <div>
    <p>
      <strong>{title}</strong> <span class="quiet">since </span>
      <Time at={since} />
    </p>
    <p>{text}</p>
    {detail !== undefined && (
      <details>
        <summary>What the carrier said</summary>
        <p>{detail}</p>
      </details>
    )}
    {next && (
      <p class="quiet">
        {next.text} {next.at && <Relative at={next.at} />}
      </p>
    )}
  </div>
);

function ProblemActions({ problem: { kind, href } }: { problem: OperatorProblem }) {
  if (kind === 'stopped') return <LetDial />;
  if (kind === 'hold') return <LiftHold />;
  return href ? (
    <a class="button" href={href.to}>
      {href.text}
    </a>
  ) : null;
}
