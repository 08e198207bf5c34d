/** Who, when, what it cost and what came after it. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Fact } from '../../components/facts.tsx';
import { Section } from '../../components/page.tsx';
import { AgentOfCallLink, PersonLink } from '../../components/resources/links.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { count, money } from '../../format/numbers.ts';
import { isolated } from '../../format/names.ts';
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
          <a href={`/campaigns/${call.campaign_id}`} title={call.campaign_id}>
            {isolated(call.campaign_name ?? call.campaign_id)}
          </a>
        </Fact>
        <Fact name="Person">
          <PersonLink name={call.contact_name} number={call.number} />
        </Fact>
        <Fact name="Row">
          {count(call.contact)}
          {call.row_key !== null && ` (${isolated(call.row_key)})`}, call {count(call.ordinal)}
        </Fact>
        <Fact name="Agent">
          <AgentOfCallLink call={call} />
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
        {call.outcome !== null && (
          <Fact name="Outcome">
            <Said call={call} />
          </Fact>
        )}
      </dl>
      <details>
        <summary>Technical details</summary>
        <dl class="facts">
          <Fact name="Carrier’s id">
            {call.carrier_call_id && <code>{call.carrier_call_id}</code>}
          </Fact>
          <Fact name="Workflow">
            <Workflow call={call} />
          </Fact>
          {call.recording_sha256 && (
            <Fact name="SHA-256 of the recording">
              <code class="whole-text">{call.recording_sha256}</code>
            </Fact>
          )}
        </dl>
      </details>
    </Section>
  );
}

/** What somebody said that it led to, with the name of the code. */
function Said({ call: { ref, outcome: code } }: { call: Call }) {
  const on = ['call.outcome'] as const;
  const said = useQuery(
    '/v1/calls/{ref}/outcome',
    { path: { ref } },
    { on, about: `calls/${ref}` },
  );
  const codes = useQuery('/v1/outcome-codes', {}, { pollMs: null }).data?.data;
  const label = codes?.find(({ id }) => id === code)?.label ?? code;
  if (!said.data) return <>{label}</>;
  const { note, who, at } = said.data;
  return (
    <>
      {label}, said by {isolated(who)} <Time at={at} />
      {note !== null && <p>{isolated(note)}</p>}
    </>
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
