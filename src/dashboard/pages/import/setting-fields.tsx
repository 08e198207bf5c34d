import type { ApiProblem } from '../../api/problem.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { countryName } from './country-name.ts';
import type { ImportSettings } from './import-settings.ts';

interface Props {
  settings: ImportSettings;
  change: (changes: Partial<ImportSettings>) => void;
  problem: ApiProblem | undefined;
}

export function SettingFields({ settings, change, problem }: Props) {
  const { country, zone, dedupe, dedupeDays } = settings;
  return (
    <div class="form-row">
      <TextField
        label="Country of numbers without +"
        placeholder="GB"
        value={country}
        onValue={(country) => change({ country })}
        pointer="default_country"
        problem={problem}
        hint={
          countryName(country) ?? 'Two letters. Empty: numbers without a country code are left out.'
        }
      />
      <TextField
        label="Time zone"
        placeholder="Europe/London"
        value={zone}
        onValue={(zone) => change({ zone })}
        pointer="zone"
        problem={problem}
        hint="Of rows that name none. Empty: every zone of the number’s country."
      />
      <SelectField
        label="A number that is known is a duplicate"
        value={dedupe}
        onValue={(value) => change({ dedupe: value as ImportSettings['dedupe'] })}
        choices={[
          { value: 'campaign', text: 'in this campaign' },
          { value: 'account', text: 'in any campaign' },
          { value: 'row_key', text: 'never: only row keys count' },
        ]}
      />
      {dedupe === 'account' && (
        <TextField
          label="Added in the last days"
          type="number"
          min="1"
          max="3650"
          value={dedupeDays}
          onValue={(dedupeDays) => change({ dedupeDays })}
          pointer="dedupe_days"
          problem={problem}
          hint="Empty: at any time."
        />
      )}
    </div>
  );
}
