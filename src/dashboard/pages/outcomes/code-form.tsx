/** The form of an outcome code, for a new one and for an edit. */
import { OUTCOME_GROUP_NAMES, OUTCOME_GROUPS } from '../../../domain/outcomes/outcome-groups.ts';
import { api, type Schemas } from '../../api/api.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useQuery } from '../../api/query.ts';
import { SelectField, TextField, type ValueProps } from '../../components/forms/field.tsx';
import { Form, useDraft } from '../../components/forms/form.tsx';
import { namedChoices, withChosen } from '../../format/choices.ts';
import { isolated } from '../../format/names.ts';
import { maySuppress, NEXT_CHOICES, type Code } from './code-text.ts';

const GROUP_CHOICES = OUTCOME_GROUP_NAMES.map((value) => ({
  value,
  text: OUTCOME_GROUPS[value].text,
}));

interface Fields {
  id: string;
  label: string;
  group: Code['group'];
  next: Code['next'];
  redial_after: string;
  redial_most: string;
  callback_agent: NonNullable<Code['callback_agent']>;
  suppress: string;
  suppress_whom: NonNullable<Code['suppress_whom']>;
}

const fieldsOf = (code: Code | undefined): Fields => ({
  id: code?.id ?? '',
  label: code?.label ?? '',
  group: code?.group ?? 'talked',
  next: code?.next ?? 'policy',
  redial_after: code?.redial_after ?? '2h',
  redial_most: String(code?.redial_most ?? 3),
  callback_agent: code?.callback_agent ?? 'own',
  suppress: code?.suppress ?? '',
  suppress_whom: code?.suppress_whom ?? 'number',
});

/** Only what `next` has: a field that is not shown is not sent. */
function inputOf(draft: Fields, known: Code | undefined): Schemas['OutcomeCodeInput'] {
  const { label, group, next, suppress } = draft;
  const whom = next === 'final' ? draft.suppress_whom : undefined;
  return {
    label,
    group,
    next,
    ...(next === 'redial' && {
      redial_after: draft.redial_after,
      redial_most: Number(draft.redial_most),
      redial_jitter: known?.redial_jitter ?? null,
    }),
    ...(next === 'callback' && { callback_agent: draft.callback_agent }),
    ...(maySuppress(next) && suppress !== '' && { suppress, ...(whom && { suppress_whom: whom }) }),
  };
}

interface Props {
  known: readonly Code[];
  /** Undefined: a new one. */
  code?: Code;
}

export function CodeForm({ known, code }: Props) {
  const { draft, field } = useDraft(() => fieldsOf(code));
  const save = async () => {
    const id = draft.id.trim();
    // A PUT of a known id would change its code.
    if (!code && known.some((each) => each.id === id)) throw idTaken(id);
    await putCode(id, inputOf(draft, code));
    return `${isolated(draft.label)} is ${code ? 'changed' : 'there, on the page of each agent'}.`;
  };
  return (
    <Form send={code ? 'Save' : 'Create'} run={save}>
      {code && <p>Calls that have the outcome already keep what followed from it.</p>}
      <TextField {...field('label')} label="Name" required hint="What agents read." />
      {!code && (
        <TextField
          {...field('id', 'codeId')}
          label="Id"
          required
          hint="For reports and programs, such as no-interest: a-z, 0-9 and -. It cannot be changed."
        />
      )}
      <SelectField
        {...field('group')}
        label="Group"
        choices={GROUP_CHOICES}
        hint="By it campaigns say how long a number rests."
      />
      <SelectField {...field('next')} label="What comes next" choices={NEXT_CHOICES} />
      {draft.next === 'redial' && (
        <>
          <TextField
            {...field('redial_after')}
            label="Call again after"
            required
            hint="From the end of the call, such as 30m, 2h or 1d."
          />
          <TextField {...field('redial_most')} label="At most" type="number" min="1" required />
        </>
      )}
      {draft.next === 'callback' && (
        <SelectField
          {...field('callback_agent')}
          label="Who calls back"
          choices={CALLBACK_AGENTS}
        />
      )}
      {maySuppress(draft.next) && <ListField {...field('suppress')} label="Put on the list" />}
      {draft.next === 'final' && draft.suppress !== '' && (
        <SelectField {...field('suppress_whom')} label="What goes on it" choices={WHOM} />
      )}
    </Form>
  );
}

const CALLBACK_AGENTS = [
  { value: 'own', text: 'The agent of the call first' },
  { value: 'any', text: 'Any agent' },
];

const WHOM = [
  { value: 'number', text: 'The number that was called' },
  { value: 'person', text: 'All numbers of the person' },
];

function ListField(field: ValueProps) {
  const { data } = useQuery('/v1/suppressions', {}, { pollMs: null });
  const lists = withChosen(namedChoices(data?.data ?? []), field.value);
  return <SelectField {...field} choices={[{ value: '', text: 'None' }, ...lists]} />;
}

export const putCode = (codeId: string, body: Schemas['OutcomeCodeInput']) =>
  api.put('/v1/outcome-codes/{codeId}', { path: { codeId }, body });

/** What a code is, as it is sent to put it again. */
export const inputAgain = (code: Code) => inputOf(fieldsOf(code), code);

const idTaken = (id: string) =>
  new ApiProblem(409, {
    detail: `There is an outcome ${id} already.`,
    errors: [{ parameter: 'codeId', detail: 'Choose another one.' }],
  });
