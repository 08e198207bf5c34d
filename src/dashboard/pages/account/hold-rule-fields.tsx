import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Form } from '../../components/forms/form.tsx';
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

interface HoldRuleFormProps {
  /** The form begins with this rule, or with the defaults for its refusals. */
  first: HoldRule;
  /** The rule that is edited. Undefined: the rule is new. */
  replaced?: Refusals | undefined;
  /** One rule for each status that may have one. */
  statuses: readonly HoldRule[];
  done: () => Promise<void>;
  close: () => void;
}

export function HoldRuleForm({ first, replaced, statuses, done, close }: HoldRuleFormProps) {
  const [fields, setFields] = useState(replaced ? fieldsOf(first) : newFieldsOf(first));
  const [position, setPosition] = useState(0);
  const set = (changes: Partial<RuleFields>) => setFields({ ...fields, ...changes });
  const save = async () => {
    const rule = ruleOf(fields);
    await api.edit('/v1/account', {}, ({ hold_rules: rules }) => {
      const all = withRule(rules, replaced, rule);
      setPosition(all.position);
      return { hold_rules: all.rules };
    });
    await done();
    return `The rule for ${fields.status} ${fields.code} is in force for the next refusal.`;
  };
  return (
    <Form send="Save the rule" run={save} done={close} cancel={close}>
      {(problem) => {
        const of = (field: string) => ({ problem, pointer: `/hold_rules/${position}/${field}` });
        return (
          <>
            <SelectField
              {...of('status')}
              label="Status of the refusal"
              value={fields.status}
              onValue={(status) => set({ status })}
              choices={statuses.map(({ status }) => ({
                value: String(status),
                text: refusalsText({ status, code: null }),
              }))}
            />
            <TextField
              {...of('code')}
              label="Code"
              value={fields.code}
              onValue={(code) => set({ code })}
              placeholder="insufficient_funds"
              hint="Empty: every code of the status that has no rule of its own."
            />
            <SelectField
              {...of('action')}
              label="What lifts the hold"
              value={fields.action}
              onValue={(action) => set({ action: action as RuleFields['action'] })}
              choices={[
                { value: 'probe', text: 'A call that probes it, or a person' },
                { value: 'by-person', text: 'Only a person' },
              ]}
            />
            {fields.action === 'probe' && <ProbeFields fields={fields} set={set} of={of} />}
            <EndFields fields={fields} set={set} of={of} />
          </>
        );
      }}
    </Form>
  );
}

interface FieldsProps {
  fields: RuleFields;
  set: (changes: Partial<RuleFields>) => void;
  of: (field: string) => { problem: ApiProblem | undefined; pointer: string };
}

function ProbeFields({ fields, set, of }: FieldsProps) {
  return (
    <>
      <TextField
        {...of('first_wait')}
        label="Wait before the first probe"
        value={fields.firstWait}
        onValue={(firstWait) => set({ firstWait })}
        hint="For example 30s, 5m, 1h. Empty: the default."
      />
      <TextField
        {...of('growth')}
        label="Each wait is the one before, multiplied by"
        type="number"
        step="any"
        min="1"
        max="10"
        value={fields.growth}
        onValue={(growth) => set({ growth })}
        hint="Empty: 2."
      />
      <TextField
        {...of('longest_wait')}
        label="Longest wait between probes"
        value={fields.longestWait}
        onValue={(longestWait) => set({ longestWait })}
        hint="Empty: the default."
      />
      <TextField
        {...of('most_probes')}
        label="Most refused probes"
        type="number"
        min="1"
        value={fields.mostProbes}
        onValue={(mostProbes) => set({ mostProbes })}
        hint="Empty: no limit."
      />
    </>
  );
}

function EndFields({ fields, set, of }: FieldsProps) {
  return (
    <>
      <TextField
        {...of('longest_time')}
        label="Longest time"
        value={fields.longestTime}
        onValue={(longestTime) => set({ longestTime })}
        hint="From the opening of the hold, for example 4h. Empty: no limit."
      />
      <SelectField
        {...of('at_end')}
        label="At the end of these limits"
        value={fields.atEnd}
        onValue={(atEnd) => set({ atEnd: atEnd as RuleFields['atEnd'] })}
        choices={Object.entries(HOLD_ENDS).map(([value, text]) => ({
          value,
          text: sentence(text),
        }))}
      />
    </>
  );
}
