import { SelectField, TextField } from '../../components/forms/field.tsx';
import type { FieldOf } from '../../components/forms/form.tsx';
import { countryName } from './country-name.ts';
import type { ImportSettings } from './import-settings.ts';

interface Props {
  settings: ImportSettings;
  field: FieldOf<ImportSettings>;
}

export const SettingFields = ({ settings: { country, dedupe }, field }: Props) => (
  <div class="form-row">
    <TextField
      {...field('country', 'default_country')}
      label="Country of numbers without +"
      placeholder="GB"
      hint={
        countryName(country) ?? 'Two letters. Empty: numbers without a country code are left out.'
      }
    />
    <TextField
      {...field('zone', 'zone')}
      label="Time zone"
      placeholder="Europe/London"
      hint="Of rows that name none. Empty: every zone of the number’s country."
    />
    <SelectField
      {...field('dedupe')}
      label="A number that is known is a duplicate"
      choices={[
        { value: 'campaign', text: 'in this campaign' },
        { value: 'account', text: 'in any campaign' },
        { value: 'row_key', text: 'never: only row keys count' },
      ]}
    />
    {dedupe === 'account' && (
      <TextField
        {...field('dedupeDays', 'dedupe_days')}
        label="Added in the last days"
        type="number"
        min="1"
        max="3650"
        hint="Empty: at any time."
      />
    )}
  </div>
);
