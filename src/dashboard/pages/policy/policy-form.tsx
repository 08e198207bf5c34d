/** The form of all rules. */
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/query.ts';
import { installation } from '../../api/session.ts';
import {
  CheckField,
  ChecksField,
  SelectField,
  TextField,
  useHasFault,
  type ValueProps,
} from '../../components/forms/field.tsx';
import { usePools } from '../../components/forms/resource-fields.tsx';
import { ZoneField } from '../../components/forms/zone-field.tsx';
import { RowsField } from '../../components/forms/rows-field.tsx';
import {
  FORM_GROUPS,
  type FormField,
  type FormGroup,
} from '../../../domain/rules/campaign-rules.ts';
import { namedChoices, withChosen } from '../../format/choices.ts';
import { sentence } from '../../format/words.ts';
import type { PolicyDraft } from './policy-draft.ts';
import { ruleSummary } from './rule-summary.ts';
import { isRowKind, ROW_RULES, type RowKind } from './rule-rows.ts';

interface PolicyFieldsProps {
  draft: PolicyDraft;
  change: (draft: PolicyDraft) => void;
}

interface AllFieldsProps extends PolicyFieldsProps {
  /** Pointers of fields that the page has elsewhere. */
  elsewhere?: ReadonlySet<string>;
}

const NOWHERE: ReadonlySet<string> = new Set();

/** Each group is folded under what it says now. One with a fault is open. */
export const PolicyFields = ({ elsewhere = NOWHERE, ...props }: AllFieldsProps) => (
  <div class="rule-groups">
    {FORM_GROUPS.map((group) => (
      <Folded key={group.title} group={group} elsewhere={elsewhere} {...props} />
    ))}
  </div>
);

type GroupProps = PolicyFieldsProps & { group: FormGroup };

function Folded({ group, elsewhere, ...props }: GroupProps & { elsewhere: ReadonlySet<string> }) {
  const fields = group.fields.filter(({ pointer }) => !elsewhere.has(pointer));
  const hasFault = useHasFault([
    ...(group.optional ? [group.optional] : []),
    ...fields.map(({ pointer }) => pointer),
  ]);
  const [isOpen, setIsOpen] = useState(false);
  if (fields.length === 0) return null;
  return (
    <details
      class="card rule-group"
      open={isOpen || hasFault}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <strong>{group.title}</strong>{' '}
        <span class="quiet">{ruleSummary(group, props.draft, elsewhere)}</span>
      </summary>
      <Group group={{ ...group, fields }} {...props} />
    </details>
  );
}

function Group({ group: { title, optional, hint, fields }, ...props }: GroupProps) {
  const applies = optional === undefined || props.draft.texts[optional] === 'on';
  const lists = fields.filter(({ kind }) => isRowKind(kind));
  const others = fields.filter(({ kind }) => !isRowKind(kind));
  return (
    <fieldset class="plain">
      <legend class="unseen">{title}</legend>
      {hint && <p class="hint">{hint}</p>}
      {optional && (
        <RuleInput
          field={{ pointer: optional, label: 'Applies', of: title, kind: 'flag' }}
          {...props}
        />
      )}
      {applies && lists.map((field) => <Rows key={field.pointer} field={field} {...props} />)}
      {applies && others.length > 0 && (
        <div class="field-row">
          {others.map((field) => (
            <RuleInput key={field.pointer} field={field} {...props} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

type FieldProps = PolicyFieldsProps & { field: FormField & { of?: string } };

function Rows({ field: { pointer, label, hint, kind }, draft, change }: FieldProps) {
  const { place, one, columns, first } = ROW_RULES[kind as RowKind];
  return (
    <RowsField
      {...{ label, hint, one, columns, first, pointer }}
      rows={draft.rows[pointer] ?? []}
      onRows={(rows) => change({ ...draft, rows: { ...draft.rows, [pointer]: rows } })}
      pointerOf={(row, index, column) => pointer + place(row, index, column)}
    />
  );
}

function RuleInput({ field: described, draft, change }: FieldProps) {
  const { pointer, label, hint, of, kind, choices = [] } = described;
  const currency = kind === 'money' ? installation.value?.currency : null;
  const inCurrency = currency ? `${label} (${currency})` : label;
  const field = { pointer, label: inCurrency, ...(hint && { hint }), ...(of && { of }) };
  const value = draft.texts[pointer] ?? '';
  const onValue = (text: string) =>
    change({ ...draft, texts: { ...draft.texts, [pointer]: text } });
  const shown = { ...field, value, onValue };
  switch (kind) {
    case 'flag':
      return (
        <CheckField
          {...field}
          checked={value === 'on'}
          onChecked={(isOn) => onValue(isOn ? 'on' : '')}
        />
      );
    case 'pool':
      return <PoolField {...shown} />;
    case 'suppression-lists':
      return <SuppressionListsField {...shown} />;
    case 'instant':
      return <TextField {...shown} type="datetime-local" />;
    case 'integer':
    case 'number':
      return <TextField {...shown} inputMode="decimal" />;
    case 'zone':
      return <ZoneField {...shown} />;
    case 'name':
    case 'phone':
    case 'duration':
    case 'money':
    case 'countries':
    case 'hours':
    case 'dates':
    case 'rolling':
    case 'refusals':
      return <TextField {...shown} />;
    case 'choice':
    default:
      return (
        <SelectField
          {...shown}
          choices={['', ...choices].map((choice) => ({
            value: choice,
            text: sentence(choice) || 'Choose',
          }))}
        />
      );
  }
}

function PoolField(field: ValueProps) {
  const pools = usePools().map((pool) => ({ value: pool, text: pool }));
  return (
    <SelectField
      {...field}
      choices={[{ value: '', text: 'Any pool' }, ...withChosen(pools, field.value)]}
    />
  );
}

/** The value is the ids of the lists, with spaces between. */
function SuppressionListsField({ value, onValue, ...field }: ValueProps) {
  const { data } = useQuery('/v1/suppressions', {}, { pollMs: null });
  const chosen = value.split(' ').filter(Boolean);
  const lists = namedChoices(data?.data ?? []);
  const removed = chosen.filter((id) => !lists.some((list) => list.value === id));
  return (
    <ChecksField
      {...field}
      {...(lists.length === 0 && { hint: 'There are none yet. Each that is added applies.' })}
      choices={[...lists, ...removed.map((id) => ({ value: id, text: id }))]}
      chosen={chosen}
      onChosen={(ids) => onValue(ids.join(' '))}
    />
  );
}
