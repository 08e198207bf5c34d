/** One field of the form of a report. */
import type { JSX } from 'preact';
import { SelectField, TextField, type ValueProps } from '../../components/forms/field.tsx';
import {
  AgentField,
  CampaignField,
  OutcomeField,
} from '../../components/forms/resource-fields.tsx';
import { instantOfLocal, localOfInstant, readersZone } from '../../format/time/local-time.ts';
import { DUE_REASON_LABELS } from '../../../domain/rules/due-reasons.ts';
import { EXCEL_CHOICES } from '../../format/files/spreadsheet.ts';
import { CALL_STATES, DISPOSITIONS, sentence } from '../../format/words.ts';
import { FOR_PROGRAMS, isNeeded, type Report, type ReportField } from './report-form.ts';
import { choicesOf, textChoices, type Choice } from '../../format/choices.ts';

interface ReportFieldProps extends Pick<ValueProps, 'value' | 'onValue'> {
  report: Report;
  field: ReportField;
}

const ANY: Choice = { value: '', text: 'Any' };

const choices = (...values: string[]): Choice[] => [
  ANY,
  ...values.map((value) => ({ value, text: sentence(value) })),
];

const CALL_STATE = choicesOf(CALL_STATES, ANY.text);
const CONTACT_STATE = choices('due', 'claimed', 'final', 'locked');
const DISPOSITION = choicesOf(DISPOSITIONS, ANY.text);
const SETTLEMENT = choices('none', 'open', 'settled', 'unsettled');
const RECORDING = choices('none', 'expected', 'delivered', 'wanted', 'stored', 'missing');
const REASON = choices(...Object.keys(DUE_REASON_LABELS));
const BY = textChoices({ '': 'Month', campaign: 'Campaign', agent: 'Agent' });
const FORMAT = textChoices({ '': 'CSV', ndjson: 'NDJSON' });
const DELIMITER = textChoices({
  '': 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
});
const DECIMAL = textChoices({
  '': 'By the delimiter: a comma with semicolons, else a point',
  point: 'Point',
  comma: 'Comma',
});
const BOM = textChoices({ '': 'No', true: 'Yes' });

type Common = Omit<ReportFieldProps, 'report' | 'field'> & { pointer: string };

/** How each field is asked for. */
const INPUTS: Record<ReportField, (common: Common, report: Report) => JSX.Element> = {
  campaign: (common, report) => (
    <CampaignField {...common} none={isNeeded(report, 'campaign') ? 'Choose one' : ANY.text} />
  ),
  agent: (common) => <AgentField {...common} none={ANY.text} />,
  number: (common) => <TextField {...common} label="Number" placeholder="+12025550123" />,
  default_country: (common) => (
    <TextField {...common} label="Country of a number without +" placeholder="GB" />
  ),
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
  outcome: (common) => <OutcomeField {...common} none={ANY.text} />,
  data: (common) => (
    <TextField {...common} label="Fields of the list" placeholder='{"plan":"gold"}' />
  ),
  recording: (common) => <SelectField {...common} label="Recording" choices={RECORDING} />,
  reason: (common) => <SelectField {...common} label="Why not dialled" choices={REASON} />,
  by: (common) => <SelectField {...common} label="Sums by" choices={BY} />,
  for: (common) => (
    <SelectField
      {...common}
      label="To be opened by"
      choices={[
        ...EXCEL_CHOICES.map(({ value, text }) => ({ value, text: `Excel: ${text}` })),
        { value: FOR_PROGRAMS, text: 'Programs (plain CSV)' },
      ]}
    />
  ),
  format: (common) => <SelectField {...common} label="Format" choices={FORMAT} />,
  zone: (common) => <TextField {...common} label="Zone of local times" placeholder={readersZone} />,
  delimiter: (common) => <SelectField {...common} label="Delimiter" choices={DELIMITER} />,
  decimal: (common) => <SelectField {...common} label="Decimal mark" choices={DECIMAL} />,
  bom: (common) => <SelectField {...common} label="Byte order mark" choices={BOM} />,
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
