/** Everything that happened in the call, in order. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { Fact } from '../../components/facts.tsx';
import { ProblemNote } from '../../components/feedback.tsx';
import { Section } from '../../components/page.tsx';
import { bytes } from '../../format/numbers.ts';
import { timeOrDate } from '../../format/time/times.ts';
import {
  happeningsOf,
  offsetOf,
  textOf,
  wordOfHappening,
  type Happening,
} from './call-timeline.ts';
import { decisionFacts } from './decision-facts.ts';

type Call = Schemas['CallDetail'];

export function CallHistory({ call }: { call: Call }) {
  // A decision is written once, with its request.
  const decisions = useQuery(
    '/v1/calls/{ref}/decision',
    { path: { ref: call.ref } },
    {
      on: ['call.*'],
      about: `calls/${call.ref}`,
      ...(call.state === 'ended' ? { pollMs: null } : {}),
    },
  );
  const happenings = happeningsOf(call, decisions.data?.placements ?? []);
  return (
    <Section title="What happened">
      {decisions.problem && (
        <ProblemNote problem={decisions.problem} what="The decisions cannot be read:" />
      )}
      {happenings.length === 0 && <p class="quiet">Nothing yet: the contact waits for its turn.</p>}
      <ol class="happenings">
        {happenings.map((happening, index) => (
          <li key={index}>
            <When at={happening.at} sentAt={call.placed_at} />
            <Badge {...wordOfHappening(happening)} />
            <What happening={happening} currency={call.currency} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** With the date where it is not today's, and how long it was after the request. */
function When({ at, sentAt }: { at: string; sentAt: string | null }) {
  const offset = offsetOf(at, sentAt);
  return (
    <time dateTime={at} title={at} class="digits">
      {timeOrDate(at, nowMs.value)}
      {offset && <span class="under quiet">{offset}</span>}
    </time>
  );
}

function EntryText({ entry }: { entry: Call['timeline'][number] }) {
  const { text, name } = textOf(entry);
  return <p title={name}>{text}</p>;
}

function What({ happening, currency }: { happening: Happening; currency: string | null }) {
  if (happening.kind === 'entry') return <EntryText entry={happening.entry} />;
  return happening.kind === 'decision' ? (
    <Decision placement={happening.placement} record={happening.record} currency={currency} />
  ) : (
    <UnreadableWebhook webhook={happening.webhook} />
  );
}

interface DecisionProps {
  placement: number;
  record: Schemas['DecisionRecord'];
  currency: string | null;
}

const Decision = ({ placement, record, currency }: DecisionProps) => (
  <details>
    <summary>
      {placement === 1 ? 'The request' : `Request ${placement}`} was allowed: what it was decided on
    </summary>
    <dl class="facts">
      {decisionFacts(record, { currency, nowMs: nowMs.value }).map(({ name, text }) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
    </dl>
  </details>
);

function UnreadableWebhook({ webhook }: { webhook: Call['unreadable_webhooks'][number] }) {
  const { reason, body, bytes: size } = webhook;
  return (
    <details>
      <summary>
        A message of the carrier {reason}, so the carrier was asked
        {size !== null && ` (${bytes(size)})`}
      </summary>
      <pre class="body">{body}</pre>
    </details>
  );
}
