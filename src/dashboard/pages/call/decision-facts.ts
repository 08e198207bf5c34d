/** A decision record as facts that a person reads. */
import type { Schemas } from '../../../client/client.ts';
import { CONSENT_KINDS } from '../../../domain/rules/consent-kinds.ts';
import { POLICY_RULES } from '../../../domain/rules/campaign-rules.ts';
import { areaText } from '../../components/resources/area-text.ts';
import { decidedTexts } from '../../../domain/rules/rule-text.ts';
import { money } from '../../format/numbers.ts';
import { dateAndTime, roughDuration, timeOfDay } from '../../format/time/times.ts';

type DecisionRecord = Schemas['DecisionRecord'];

export interface Fact {
  name: string;
  text: string;
}

const ZONE_SOURCES: Record<DecisionRecord['zone_source'], string> = {
  row: 'from the contact’s row',
  import: 'from its import',
  number: 'by its number',
  campaign: 'of the campaign',
};

interface Reader {
  currency: string | null;
  nowMs: number;
  locale?: string;
  /** IANA name; left out: the reader's own. */
  zone?: string;
}

export function decisionFacts(record: DecisionRecord, reader: Reader): Fact[] {
  const { policy, agent, live_calls: live, not_before: from, not_after: to } = record;
  const time = (iso: string) => dateAndTime(iso, reader.nowMs, reader);
  return [
    { name: 'Local time', text: localTimeText(record) },
    ...(record.area ? [{ name: 'Area', text: areaText(record.area) }] : []),
    { name: 'Calling window', text: windowText(record, time) },
    ...(from || to ? [{ name: 'Contact may be called', text: spanText(from, to, time) }] : []),
    { name: 'Policy', text: policyText(policy) },
    { name: 'Caps', text: capTexts(record.caps, time).join('; ') || 'none' },
    { name: 'Suppression lists', text: listsText(record.suppression) },
    { name: 'Consent', text: consentText(record.consent, time) },
    { name: 'Hold', text: holdText(record.hold) },
    { name: 'Pace', text: paceText(record.pace, reader) },
    { name: 'Budget', text: budgetText(record.budget, reader.currency) },
    { name: 'Live calls', text: liveText(live) },
    {
      name: 'Agent',
      text: `${agent.id} of ${agent.pools.join(', ')}: call ${agent.live} of ${agent.capacity} at once`,
    },
    { name: 'Campaign', text: campaignText(record, time) },
    { name: 'Decided by', text: `Dialwright ${record.product}` },
  ];
}

type TimeText = (iso: string) => string;

function localTimeText({ zones, zone_source: source }: DecisionRecord): string {
  // The local time has its own offset, so its digits are shown as they are.
  const times = zones.map(({ zone, local_time: time }) => `${time.slice(11, 19)} in ${zone}`);
  return `${times.join(', ')} (zone ${ZONE_SOURCES[source]})`;
}

function windowText({ window }: DecisionRecord, time: TimeText): string {
  if (!window) return 'none: calls at any time';
  const opens = window.opens_at
    ? `open since ${time(window.opens_at)}`
    : 'open for more than a day';
  const closes = window.closes_at ? `until ${time(window.closes_at)}` : 'for more than a day yet';
  return `${opens}, ${closes}, ring margin ${roughDuration(window.ring_margin_seconds)}`;
}

const spanText = (from: string | null, to: string | null, time: TimeText) =>
  [from && `from ${time(from)}`, to && `until ${time(to)}`].filter(Boolean).join(' ');

const policyText = ({ version, in_force: inForce }: DecisionRecord['policy']) =>
  version === inForce
    ? `version ${version}`
    : `version ${version}; suppression lists of version ${inForce}`;

const capTexts = (caps: DecisionRecord['caps'], time: TimeText): string[] =>
  decidedTexts(POLICY_RULES.caps.fields, caps, (value, name) => {
    if (value === null) return 'never';
    if (name === 'seconds') return roughDuration(Number(value));
    return typeof value === 'string' ? time(value) : String(value);
  });

function listsText({ lists, every_list: every, found_on: found }: DecisionRecord['suppression']) {
  const asked = lists.map(({ list, version }) => `${list} (version ${version})`).join(', ');
  const which = every ? `all lists: ${asked || 'there is none'}` : asked || 'none';
  return `${which}; the number is on ${found.length === 0 ? 'none of them' : found.join(', ')}`;
}

function consentText(consent: DecisionRecord['consent'], time: TimeText): string {
  if (!consent) return 'none is needed';
  const { needed, purpose, by } = consent;
  const asked = `${needed}${purpose === null ? '' : ` for ${purpose}`}`;
  return `${asked}; ${by ? `${CONSENT_KINDS[by.kind].text.toLowerCase()} ${time(by.at)}` : 'no objection is recorded'}`;
}

const holdText = (hold: DecisionRecord['hold']): string =>
  hold.state === 'none' ? 'none' : `this call probes the hold: ${hold.reason}`;

const paceText = (pace: DecisionRecord['pace'], reader: Reader): string =>
  pace
    .map(
      ({ of, per_second: perSecond, last_post_at: last }) =>
        `${perSecond} a second of the ${of}, last request ${last ? timeOfDay(last, reader) : 'never'}`,
    )
    .join('; ') || 'no limit';

function budgetText(budget: DecisionRecord['budget'], currency: string | null): string {
  if (!budget) return 'none';
  const amount = (text: string) => money(text, currency);
  const part = ({
    spent,
    reserved,
    cap,
  }: {
    spent: string;
    reserved: string;
    cap: string | null;
  }) =>
    `${amount(spent)} spent and ${amount(reserved)} reserved of ${cap === null ? 'any amount' : amount(cap)}`;
  return `${amount(budget.reserve)} reserved for this call; in all ${part(budget.total)}; on ${budget.day.date} ${part(budget.day)}`;
}

function liveText({ campaign, account }: DecisionRecord['live_calls']): string {
  const of = (live: number | null, most: number | null) =>
    most === null ? `${live ?? 'not counted'}, no limit` : `${live ?? 0} of ${most}`;
  return `campaign ${of(campaign.live, campaign.most)}; account ${of(account.live, account.most)}`;
}

const campaignText = (
  { campaign_state: state, deadline_at: end }: DecisionRecord,
  time: TimeText,
) => `${state}, ${end ? `deadline ${time(end)}` : 'no deadline'}`;
