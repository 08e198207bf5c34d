import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Form, useDraft, type FieldOf } from '../../components/forms/form.tsx';
import { sentence } from '../../format/words.ts';
import {
  HOLD_ENDS,
  fieldsOf,
  newFieldsOf,
  refusalsText,
  ruleOf,
  withRule,
  type HoldRule,
  type Refusals,
  type RuleFields,
} from './hold-rule-form.ts';
import { textChoices } from '../../format/choices.ts';

interface HoldRuleFormProps {
  /** The form begins with this rule, or with the defaults for its refusals. */
  first: HoldRule;
  /** The rule that is edited. Undefined: the rule is new. */
  replaced?: Refusals | undefined;
  /** One rule for each status that may have one. */
  statuses: readonly HoldRule[];
}

export function HoldRuleForm({ first, replaced, statuses }: HoldRuleFormProps) {
  const { draft, field } = useDraft(replaced ? fieldsOf(first) : newFieldsOf(first));
  const [position, setPosition] = useState(0);
  const save = async () => {
    const rule = ruleOf(draft);
    await api.edit('/v1/account', {}, ({ hold_rules: rules }) => {
      const all = withRule(rules, replaced, rule);
      setPosition(all.position);
      return { hold_rules: all.rules };
    });
    return `The rule for ${draft.status} ${draft.code} is in force for the next refusal.`;
  };
  const of: FieldOf<RuleFields> = (name) => field(name, `/hold_rules/${position}/${name}`);
  return (
    <Form send="Save the rule" run={save}>
      <SelectField
        {...of('status')}
        label="Status of the refusal"
        choices={statuses.map(({ status }) => ({
          value: String(status),
          text: refusalsText({ status, code: null }),
        }))}
      />
      <TextField
        {...of('code')}
        label="Code"
        placeholder="insufficient_funds"
        hint="Empty: every code of the status that has no rule of its own."
      />
      <SelectField
        {...of('action')}
        label="What lifts the hold"
        choices={textChoices({
          probe: 'A call that probes it, or a person',
          'by-person': 'Only a person',
        })}
      />
      {draft.action === 'probe' && <ProbeFields of={of} />}
      <TextField
        {...of('longest_time')}
        label="Longest time"
        hint="From the opening of the hold, for example 4h. Empty: no limit."
      />
      <SelectField
        {...of('at_end')}
        label="At the end of these limits"
        choices={Object.entries(HOLD_ENDS).map(([value, text]) => ({
          value,
          text: sentence(text),
        }))}
      />
    </Form>
  );
}

const ProbeFields = ({ of }: { of: FieldOf<RuleFields> }) => (
  <>
    <TextField
      {...of('first_wait')}
      label="Wait before the first probe"
      hint="For example 30s, 5m, 1h. Empty: the default."
    />
    <TextField
      {...of('growth')}
      label="Each wait is the one before, multiplied by"
      type="number"
      step="any"
      min="1"
      max="10"
      hint="Empty: 2."
    />
    <TextField
      {...of('longest_wait')}
      label="Longest wait between probes"
      hint="Empty: the default."
    />
    <TextField
      {...of('most_probes')}
      label="Most refused probes"
      type="number"
      min="1"
      hint="Empty: no limit."
    />
  </>
);
