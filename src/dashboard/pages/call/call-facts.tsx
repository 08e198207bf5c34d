/** Who, when, what it cost and what came after it. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Fact } from '../../components/facts.tsx';
import { Section } from '../../components/page.tsx';
import { AgentLink, NumberLink } from '../../components/resources/links.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { count, money } from '../../format/numbers.ts';
import { SETTLEMENTS } from '../../format/words.ts';

type Call = Schemas['CallDetail'];

export function CallFacts({ call }: { call: Call }) {
  const path = { campaignId: call.campaign_id };
  const campaign = useQuery('/v1/campaigns/{campaignId}', { path }, { pollMs: null }).data;
  const zone = campaign?.zone;
  const time = (at: string | null) => (at === null ? null : <Time at={at} zone={zone} />);
  return (
    <Section title="Facts">
      <dl class="facts">
        <Fact name="Campaign">
          <a href={`/campaigns/${call.campaign_id}`}>{campaign?.name ?? call.campaign_id}</a>
        </Fact>
        <Fact name="Contact">
          <NumberLink number={call.number} />, row {count(call.contact)}, call {count(call.ordinal)}
        </Fact>
        <Fact name="Agent">
          <AgentLink id={call.agent_id} />
        </Fact>
        <Fact name="Created">{time(call.created_at)}</Fact>
        <Fact name="Request sent">{time(call.placed_at)}</Fact>
        <Fact name="Ended">
          {call.ended_at && (
            <>
              {time(call.ended_at)}
              {call.confirmed === false && ', not confirmed by a poll'}
            </>
          )}
        </Fact>
        <Fact name="Cost">
          <Cost call={call} />
        </Fact>
        <Fact name="Then">
          <Then call={call} />
        </Fact>
        {call.outcome !== null && <Fact name="Outcome">{call.outcome}</Fact>}
        <Fact name="Carrier’s id">
          {call.carrier_call_id && <code>{call.carrier_call_id}</code>}
        </Fact>
        <Fact name="Workflow">
          <Workflow call={call} />
        </Fact>
      </dl>
    </Section>
  );
}

const COST_SOURCES: Record<NonNullable<Call['cost_source']>, string> = {
  get: 'from the call itself',
  cdr: 'from the carrier’s call records',
  person: 'given by a person',
};

function Cost({ call }: { call: Call }) {
  const {
    cost,
    currency,
    cost_source: source,
    record_cost: recorded,
    unreadable_cost: text,
  } = call;
  return (
    <>
      {cost === null ? SETTLEMENTS[call.settlement].text : money(cost, currency)}
      {cost !== null && source && `, ${COST_SOURCES[source]}`}
      {recorded !== null && recorded !== cost && (
        <p class="warn">The carrier’s call records show {money(recorded, currency)}.</p>
      )}
      {text !== null && (
        <p class="warn">
          The carrier shows what is no amount: <code>{text}</code>
        </p>
      )}
    </>
  );
}

function Then({ call: { redial } }: { call: Call }) {
  if (!redial) return <>–</>;
  return (
    <>
      {redial.text}
      {redial.at && redial.decision === 'redial' && (
        <>
          , <Relative at={redial.at} /> (<Time at={redial.at} />)
        </>
      )}
    </>
  );
}

function Workflow({ call: { ref, web_ui_url: url } }: { call: Call }) {
  const id = <code>call.{ref}</code>;
  if (url === null) return id;
  return (
    <>
      {id},{' '}
      <a href={url} target="_blank" rel="noreferrer">
        open in Temporal’s Web UI
      </a>
    </>
  );
}
