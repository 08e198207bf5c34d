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
  children: (ids: {
    id: string;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => JSX.Element;
}

export function Field({ label, hint, pointer, problem, children }: FieldProps) {
  const id = useId();
  const faults = faultsOf(problem, pointer);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': faults.length > 0 })}
      <p id={`${id}-hint`} class="hint">
        {faults.map((fault) => (
          <span key={fault} class="fault">
            {fault}
          </span>
        ))}
        {hint}
      </p>
    </div>
  );
}

/** What the server says of this field, or of one below it. */
function faultsOf(problem: ApiProblem | undefined, pointer: string | undefined): string[] {
  if (!problem || pointer === undefined) return [];
  return problem.fields
    .filter(({ field }) => field === pointer || field.startsWith(`${pointer}/`))
    .map(({ detail }) => detail);
}

interface TextProps extends Omit<FieldProps, 'children'> {
  value: string;
  onValue: (value: string) => void;
  type?: 'text' | 'password' | 'search' | 'number' | 'date' | 'time' | 'datetime-local' | 'url';
  placeholder?: string;
  required?: boolean;
  autoComplete?: string;
  min?: string;
  max?: string;
  step?: string;
}

export function TextField({ label, hint, pointer, problem, value, onValue, ...input }: TextProps) {
  return (
    <Field label={label} hint={hint} pointer={pointer} problem={problem}>
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
