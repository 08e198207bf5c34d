/** One field of the form of a report. */
import type { JSX } from 'preact';
import type { ApiProblem } from '../../api/problem.ts';
import { useList, useQuery } from '../../api/query.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { instantOfLocal, localOfInstant, readersZone } from '../../format/local-time.ts';
import { CALL_STATES, DISPOSITIONS, sentence } from '../../format/words.ts';
import { isNeeded, type Report, type ReportField } from './report-form.ts';

interface ReportFieldProps {
  report: Report;
  field: ReportField;
  value: string;
  onValue: (value: string) => void;
  problem: ApiProblem | undefined;
}

interface Choice {
  value: string;
  text: string;
}

const ANY: Choice = { value: '', text: 'Any' };

const choicesOf = (words: Readonly<Record<string, { text: string }>>): Choice[] => [
  ANY,
  ...Object.entries(words).map(([value, { text }]) => ({ value, text })),
];
const choices = (...values: string[]): Choice[] => [
  ANY,
  ...values.map((value) => ({ value, text: sentence(value) })),
];

const CALL_STATE = choicesOf(CALL_STATES);
const CONTACT_STATE = choices('due', 'claimed', 'final', 'locked');
const DISPOSITION = choicesOf(DISPOSITIONS);
const SETTLEMENT = choices('none', 'open', 'settled', 'unsettled');
const RECORDING = choices('none', 'expected', 'delivered', 'wanted', 'stored', 'missing');
const REASON = choices(
  'not-before',
  'window',
  'per-day',
  'rolling',
  'gap',
  'too-late',
  'suppressed',
);
const BY: Choice[] = [
  { value: '', text: 'Month' },
  { value: 'campaign', text: 'Campaign' },
  { value: 'agent', text: 'Agent' },
];
const FORMAT: Choice[] = [
  { value: '', text: 'CSV' },
  { value: 'ndjson', text: 'NDJSON' },
];
const DELIMITER: Choice[] = [
  { value: '', text: 'Comma' },
  { value: 'semicolon', text: 'Semicolon' },
  { value: 'tab', text: 'Tab' },
];
const BOM: Choice[] = [
  { value: '', text: 'No' },
  { value: 'true', text: 'Yes' },
];

type Common = Omit<ReportFieldProps, 'report' | 'field'> & { pointer: string };

/** How each field is asked for. */
const INPUTS: Record<ReportField, (common: Common, report: Report) => JSX.Element> = {
  campaign: (common, report) => <CampaignField {...common} needed={isNeeded(report, 'campaign')} />,
  agent: (common) => <AgentField {...common} />,
  number: (common) => <TextField {...common} label="Number" placeholder="+12025550123" />,
  from: (common) => <InstantField {...common} label="From" />,
  to: (common) => <InstantField {...common} label="Before" />,
  state: (common, report) => (
    <SelectField
      {...common}
      label="State"
      choices={report === 'contacts' ? CONTACT_STATE : CALL_STATE}
    />
  ),
  disposition: (common) => <SelectField {...common} label="Disposition" choices={DISPOSITION} />,
  settlement: (common) => <SelectField {...common} label="Settlement" choices={SETTLEMENT} />,
  recording: (common) => <SelectField {...common} label="Recording" choices={RECORDING} />,
  reason: (common) => <SelectField {...common} label="Why not dialled" choices={REASON} />,
  by: (common) => <SelectField {...common} label="Sums by" choices={BY} />,
  format: (common) => <SelectField {...common} label="Format" choices={FORMAT} />,
  zone: (common) => <TextField {...common} label="Zone of local times" placeholder={readersZone} />,
  delimiter: (common) => <SelectField {...common} label="Delimiter" choices={DELIMITER} />,
  bom: (common) => <SelectField {...common} label="For Excel (byte order mark)" choices={BOM} />,
};

export function ReportFieldInput({ report, field, ...common }: ReportFieldProps) {
  return INPUTS[field]({ ...common, pointer: field }, report);
}

const InstantField = ({ value, onValue, ...field }: Common & { label: string }) => (
  <TextField
    {...field}
    type="datetime-local"
    value={localOfInstant(value)}
    onValue={(text) => onValue(instantOfLocal(text) ?? '')}
  />
);

function CampaignField({ needed, ...common }: Common & { needed: boolean }) {
  const { items } = useList(
    '/v1/campaigns',
    { query: { order: 'desc', limit: 200 } },
    { pollMs: null },
  );
  const named = items.map(({ id, name }) => ({ value: id, text: name }));
  return (
    <SelectField
      {...common}
      label="Campaign"
      choices={[
        needed ? { value: '', text: 'Choose one' } : ANY,
        ...withChosen(named, common.value),
      ]}
    />
  );
}

function AgentField(common: Common) {
  const { data } = useQuery('/v1/agents', {}, { pollMs: null });
  const named = (data?.data ?? []).map(({ id, name }) => ({ value: id, text: name }));
  return (
    <SelectField {...common} label="Agent" choices={[ANY, ...withChosen(named, common.value)]} />
  );
}

/** What is chosen is shown too if it is not among the choices: an old campaign, or a deleted agent. */
const withChosen = (choices: Choice[], chosen: string): Choice[] =>
  chosen === '' || choices.some(({ value }) => value === chosen)
    ? choices
    : [{ value: chosen, text: chosen }, ...choices];
