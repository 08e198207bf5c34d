/** A time zone, found by its place: the browser searches the places while somebody types. */
import { useId, useMemo } from 'preact/hooks';
import { zoneChoices, zoneOfPlace } from '../../format/time/zones.ts';
import { Field, type ValueProps } from './field.tsx';

export function ZoneField({ value, onValue, ...field }: ValueProps) {
  const list = useId();
  const choices = useMemo(() => zoneChoices(new Date()), []);
  return (
    <Field {...field}>
      {(ids) => (
        <>
          <input
            {...ids}
            list={list}
            value={value}
            placeholder="London"
            autoComplete="off"
            spellcheck={false}
            onInput={(event) => onValue(event.currentTarget.value)}
            onBlur={(event) => onValue(zoneOfPlace(event.currentTarget.value))}
          />
          <datalist id={list}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.text}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
