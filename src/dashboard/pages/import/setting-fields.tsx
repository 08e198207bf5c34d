import { useQuery } from '../../api/query.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { ZoneField } from '../../components/forms/zone-field.tsx';
import { countryName } from './country-name.ts';
import type { ImportInPage } from './use-import.ts';

const ENCODINGS = [
  { value: '', text: 'found by itself' },
  { value: 'utf-8', text: 'UTF-8' },
  { value: 'windows-1252', text: 'Windows-1252: Western Europe' },
  { value: 'windows-1250', text: 'Windows-1250: Central Europe' },
  { value: 'windows-1251', text: 'Windows-1251: Cyrillic' },
  { value: 'windows-1254', text: 'Windows-1254: Turkish' },
  { value: 'macintosh', text: 'Mac Roman' },
  { value: 'utf-16le', text: 'UTF-16' },
];

export const SettingFields = ({ list }: { list: ImportInPage }) => (
  <>
    <HowRead list={list} />
    <HowJudged list={list} />
  </>
);

/** What only some files leave open. */
function HowRead({ list: { field, start, sheets, mapping } }: { list: ImportInPage }) {
  const suppresses = Object.values(mapping ?? {}).includes('suppress');
  return (
    <div class="form-row">
      {start && (
        <SelectField {...field('encoding', 'encoding')} label="Encoding" choices={ENCODINGS} />
      )}
      {sheets.length > 0 && (
        <SelectField
          {...field('sheet', 'sheet')}
          label="Sheet that is the list"
          choices={[
            { value: '', text: 'Choose …' },
            ...sheets.map((name) => ({ value: name, text: name })),
          ]}
        />
      )}
      {suppresses && <SuppressionList field={field} />}
    </div>
  );
}

function SuppressionList({ field }: Pick<ImportInPage, 'field'>) {
  const { data } = useQuery('/v1/suppressions', {}, { pollMs: null });
  const choices = (data?.data ?? []).map(({ id, name }) => ({ value: id, text: name }));
  return (
    <SelectField
      {...field('suppressList', 'suppress_list')}
      label="Suppression list"
      hint="For the numbers of rows that say yes."
      choices={[{ value: '', text: 'Choose …' }, ...choices]}
    />
  );
}

const HowJudged = ({ list: { field, settings } }: { list: ImportInPage }) => (
  <div class="form-row">
    <TextField
      {...field('country', 'default_country')}
      label="Country of numbers without +"
      placeholder="GB"
      hint={
        countryName(settings.country) ??
        'Two letters. Empty: numbers without a country code are left out.'
      }
    />
    <ZoneField
      {...field('zone', 'zone')}
      label="Time zone"
      hint="Of rows that name none. Empty: by state, postal code and area code, else by country."
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
    {settings.dedupe === 'account' && (
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
