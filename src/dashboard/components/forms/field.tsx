/** Fields of forms: a label, what is wanted, and what the server says is wrong with it. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { ApiProblem } from '../../api/problem.ts';

export interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** The field's JSON pointer or parameter, by which the server names faults. */
  pointer?: string | undefined;
  problem?: ApiProblem | undefined;
  /** Faults of fields below it are shown there. */
  exact?: boolean;
  children: (ids: {
    id: string;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => JSX.Element;
}

export function Field({ label, hint, pointer, problem, exact, children }: FieldProps) {
  const id = useId();
  const faults = faultsOf(problem, pointer, exact);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': faults.length > 0 })}
      <Hint id={`${id}-hint`} faults={faults} hint={hint} />
    </div>
  );
}

/** What the server says of this field, or of one below it. @param exact not of one below it */
export function faultsOf(
  problem: ApiProblem | undefined,
  pointer: string | undefined,
  exact = false,
): string[] {
  if (!problem || pointer === undefined) return [];
  return problem.fields
    .filter(({ field }) => field === pointer || (!exact && field.startsWith(`${pointer}/`)))
    .map(({ detail }) => detail);
}

interface TextProps extends Omit<FieldProps, 'children'> {
  value: string;
  onValue: (value: string) => void;
  type?: 'text' | 'password' | 'search' | 'number' | 'date' | 'time' | 'datetime-local' | 'url';
  inputMode?: 'decimal';
  placeholder?: string;
  required?: boolean;
  autoComplete?: string;
  min?: string;
  max?: string;
  step?: string;
}

export function TextField({ label, hint, pointer, problem, exact, ...rest }: TextProps) {
  const { value, onValue, ...input } = rest;
  return (
    <Field {...{ label, hint, pointer, problem }} exact={exact ?? false}>
      {(ids) => (
        <input
          {...ids}
          {...(input as { type?: 'text' })}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function SelectField({
  value,
  onValue,
  choices,
  ...field
}: Omit<FieldProps, 'children'> & {
  value: string;
  onValue: (value: string) => void;
  choices: readonly { value: string; text: string }[];
}) {
  return (
    <Field {...field}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A checkbox with its label beside it. */
export function CheckField({
  label,
  of,
  hint,
  pointer,
  problem,
  checked,
  onChecked,
}: Omit<FieldProps, 'children'> & {
  /** What it is about, for screen readers, where the heading above says it. */
  of?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}) {
  const id = useId();
  const faults = faultsOf(problem, pointer);
  return (
    <div class="field check">
      <label>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={id}
          aria-invalid={faults.length > 0}
          onChange={(event) => onChecked(event.currentTarget.checked)}
        />{' '}
        <span>
          {of && <span class="unseen">{of}: </span>}
          {label}
        </span>
      </label>
      <Hint id={id} faults={faults} hint={hint} />
    </div>
  );
}

/** Checkboxes of which any number may be chosen. */
export function ChecksField({
  label,
  hint,
  pointer,
  problem,
  choices,
  chosen,
  onChosen,
}: Omit<FieldProps, 'children'> & {
  choices: readonly { value: string; text: string }[];
  chosen: readonly string[];
  /** In the order of the choices. */
  onChosen: (values: string[]) => void;
}) {
  const id = useId();
  const toggle = (value: string, isOn: boolean) =>
    onChosen(
      choices
        .map((choice) => choice.value)
        .filter((each) => (each === value ? isOn : chosen.includes(each))),
    );
  return (
    <fieldset class="checks" aria-describedby={id}>
      <legend>{label}</legend>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />{' '}
          {text}
        </label>
      ))}
      <Hint id={id} faults={faultsOf(problem, pointer)} hint={hint} />
    </fieldset>
  );
}

const Hint = ({
  id,
  faults,
  hint,
}: {
  id: string;
  faults: readonly string[];
  hint: ComponentChildren;
}) => (
  <p id={id} class="hint">
    {faults.map((fault) => (
      <span key={fault} class="fault">
        {fault}
      </span>
    ))}
    {hint}
  </p>
);
