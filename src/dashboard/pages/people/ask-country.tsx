/** Of a number without its country code. */
import { useState } from 'preact/hooks';
import { TextField } from '../../components/forms/field.tsx';
import { FilterForm } from '../../components/forms/filter-form.tsx';
import { navigate } from '../../router.ts';
import { countryName } from '../import/country-name.ts';
import { addressOf, type WantedNumber } from './wanted-person.ts';

export function AskCountry({ number, default_country }: WantedNumber) {
  const [letters, setLetters] = useState(default_country ?? countryOfReader(navigator.language));
  const name = countryName(letters);
  const show = () => {
    const country = letters.trim().toUpperCase();
    if (name !== undefined) navigate(addressOf({ number, default_country: country }));
  };
  return (
    <FilterForm aria-label="Country of the number" filter={show}>
      <TextField
        label={`Country of ${number}`}
        placeholder="GB"
        value={letters}
        onValue={setLetters}
        autoComplete="off"
        hint={name ?? 'Two letters. Or search the number with + and its country code.'}
      />
      <button type="submit">Show</button>
    </FilterForm>
  );
}

/** A guess, which the reader sees: `en-GB` is in GB. Empty: the language names no country. */
function countryOfReader(language: string): string {
  try {
    return new Intl.Locale(language).region ?? '';
  } catch {
    return '';
  }
}
