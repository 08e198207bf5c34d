/** The form of all rules. */
import type { ApiProblem } from '../../api/problem.ts';
import { Field, SelectField, TextField } from '../../components/forms/field.tsx';
import { sentence } from '../../format/words.ts';
import type { PolicyDraft } from './policy-draft.ts';
import { RULE_GROUPS, type RuleField, type RuleGroup } from './rule-fields.ts';

interface PolicyFieldsProps {
  draft: PolicyDraft;
  change: (draft: PolicyDraft) => void;
  problem: ApiProblem | undefined;
}

export function PolicyFields(props: PolicyFieldsProps) {
  return (
    <>
      {RULE_GROUPS.map((group) => (
        <Group key={group.title} group={group} {...props} />
      ))}
    </>
  );
}

function Group({
  group: { title, optional, hint, fields },
  ...props
}: PolicyFieldsProps & { group: RuleGroup }) {
  const applies = optional === undefined || props.draft[optional] === 'on';
  return (
    <fieldset class="card">
      <legend>{title}</legend>
      {hint && <p class="hint">{hint}</p>}
      {optional && (
        <RuleInput
          field={{ pointer: optional, label: `${title}: applies`, kind: 'flag' }}
          {...props}
        />
      )}
      {applies && fields.map((field) => <RuleInput key={field.pointer} field={field} {...props} />)}
    </fieldset>
  );
}

function RuleInput({
  field: { pointer, label, hint, kind },
  draft,
  change,
  problem,
}: PolicyFieldsProps & { field: RuleField }) {
  const value = draft[pointer] ?? '';
  const onValue = (text: string) => change({ ...draft, [pointer]: text });
  const field = { label, hint, pointer, problem, value, onValue };
  switch (kind) {
    case 'flag':
      return (
        <Field {...field}>
          {(ids) => (
            <input
              {...ids}
              type="checkbox"
              checked={value === 'on'}
              onChange={(event) => onValue(event.currentTarget.checked ? 'on' : '')}
            />
          )}
        </Field>
      );
    case 'list':
    case 'hours':
    case 'rolling':
    case 'json':
      return (
        <Field {...field}>
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              value={value}
              onInput={(event) => onValue(event.currentTarget.value)}
            />
          )}
        </Field>
      );
    case 'instant':
      return <TextField {...field} type="datetime-local" />;
    case 'text':
    case 'integer':
    case 'number':
      return <TextField {...field} />;
    default:
      return (
        <SelectField
          {...field}
          choices={['', ...kind].map((choice) => ({
            value: choice,
            text: sentence(choice) || 'Choose',
          }))}
        />
      );
  }
}
