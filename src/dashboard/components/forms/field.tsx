/** Fields of forms: a label, what is wanted, and what the server says is wrong with it. */
import type { ComponentChildren, ComponentProps, JSX } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { Choice } from '../../format/choices.ts';
import { Refusal } from './form-context.ts';

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** The field's JSON pointer or parameter, by which the server names faults. */
  pointer?: string | undefined;
  /** Faults of fields below it are shown there. */
  exact?: boolean | undefined;
}

interface LabelledProps extends FieldProps {
  children: (ids: {
    id: string;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => JSX.Element;
}

export function Field({ label, hint, pointer, exact, children }: LabelledProps) {
  const id = useId();
  const faults = useFaults(pointer, exact);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': faults.length > 0 })}
      <Hint id={`${id}-hint`} faults={faults} hint={hint} />
    </div>
  );
}

/** What the server says of this field, or of one below it. @param exact not of one below it */
export function useFaults(pointer: string | undefined, exact = false): string[] {
  const problem = useContext(Refusal);
  if (!problem || pointer === undefined) return [];
  return problem.fields
    .filter(({ field }) => (exact ? field === pointer : isWithin(field, pointer)))
    .map(({ detail }) => detail);
}

const isWithin = (field: string, pointer: string) =>
  field === pointer || field.startsWith(`${pointer}/`);

/** Whether the server says that one of these fields, or one below it, is wrong. */
export function useHasFault(pointers: readonly string[]): boolean {
  const problem = useContext(Refusal);
  return (problem?.fields ?? []).some(({ field }) =>
    pointers.some((pointer) => isWithin(field, pointer)),
  );
}

export interface ValueProps extends FieldProps {
  value: string;
  onValue: (value: string) => void;
}

type InputName = 'placeholder' | 'required' | 'autoComplete' | 'inputMode' | 'min' | 'max' | 'step';
interface TextProps extends ValueProps, Pick<ComponentProps<'input'>, InputName> {
  type?: 'text' | 'password' | 'search' | 'number' | 'date' | 'time' | 'datetime-local' | 'url';
}

export const TextField = ({ label, hint, pointer, exact, value, onValue, ...input }: TextProps) => (
  <Field {...{ label, hint, pointer, exact }}>
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

interface LongTextProps extends ValueProps {
  rows: number;
  spellcheck?: boolean;
}

export const LongTextField = ({ value, onValue, rows, spellcheck, ...field }: LongTextProps) => (
  <Field {...field}>
    {(ids) => (
      <textarea
        {...ids}
        {...(spellcheck !== undefined && { spellcheck })}
        rows={rows}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    )}
  </Field>
);

interface SelectProps extends ValueProps {
  choices: readonly Choice[];
}

export const SelectField = ({ value, onValue, choices, ...field }: SelectProps) => (
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

interface CheckProps extends FieldProps {
  /** What it is about, for screen readers, where the heading above says it. */
  of?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}

/** A checkbox with its label beside it. */
export function CheckField({ label, of, hint, pointer, checked, onChecked }: CheckProps) {
  const id = useId();
  const faults = useFaults(pointer);
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

interface ChecksProps extends FieldProps {
  choices: readonly Choice[];
  chosen: readonly string[];
  /** In the order of the choices. */
  onChosen: (values: string[]) => void;
}

/** Checkboxes of which any number may be chosen. */
export function ChecksField({ label, hint, pointer, choices, chosen, onChosen }: ChecksProps) {
  const id = useId();
  const faults = useFaults(pointer);
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
      <Hint id={id} faults={faults} hint={hint} />
    </fieldset>
  );
}

interface HintProps extends Pick<FieldProps, 'hint'> {
  id: string;
  faults: readonly string[];
}

const Hint = ({ id, faults, hint }: HintProps) => (
  <p id={id} class="hint">
    {faults.map((fault) => (
      <span key={fault} class="fault">
        {fault}
      </span>
    ))}
    {hint}
  </p>
);
