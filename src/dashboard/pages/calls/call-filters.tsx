import { useEffect, useState } from 'preact/hooks';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { FilterForm } from '../../components/forms/filter-form.tsx';
import { AgentField, CampaignField } from '../../components/forms/resource-fields.tsx';
import { instantOfLocal, localOfInstant } from '../../format/local-time.ts';
import { sentence } from '../../format/words.ts';
import { inAddress, setQuery } from '../../router.ts';
import { needsCountry } from '../../shell/search-targets.ts';
import { CHOICE_FILTERS, type CallQuery } from './call-search.ts';
import { choicesOf } from '../../format/choices.ts';

interface Draft {
  number: string;
  country: string;
  from: string;
  to: string;
}

const draftOf = (query: CallQuery): Draft => ({
  number: query.number ?? '',
  country: query.default_country ?? '',
  from: localOfInstant(query.from),
  to: localOfInstant(query.to),
});

/** What is chosen counts at once; what is typed counts with Enter or the button. */
export function CallFilters({ query }: { query: CallQuery }) {
  const [draft, setDraft] = useState(draftOf(query));
  const shown = JSON.stringify(draftOf(query));
  useEffect(() => setDraft(JSON.parse(shown) as Draft), [shown]);
  const typed = (name: keyof Draft) => ({
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  });
  const search = () => {
    const { number, country, from, to } = draft;
    const default_country = needsCountry(number) ? country.trim().toUpperCase() : '';
    setQuery({ number, default_country, from: instantOfLocal(from), to: instantOfLocal(to) });
  };
  return (
    <FilterForm role="search" aria-label="Calls" filter={search}>
      <TextField label="Number" type="search" placeholder="+12025550101" {...typed('number')} />
      {needsCountry(draft.number) && (
        <TextField label="Country of the number" placeholder="GB" {...typed('country')} />
      )}
      <CampaignField {...inAddress('campaign', query.campaign)} />
      <AgentField {...inAddress('agent', query.agent)} />
      {Object.entries(CHOICE_FILTERS).map(([name, words]) => (
        <SelectField
          key={name}
          label={sentence(name)}
          value={query[name as keyof typeof CHOICE_FILTERS] ?? ''}
          onValue={(value) => setQuery({ [name]: value })}
          choices={choicesOf(words)}
        />
      ))}
      <TextField label="Created from" type="datetime-local" {...typed('from')} />
      <TextField label="Created before" type="datetime-local" {...typed('to')} />
      <SelectField
        label="Order"
        {...inAddress('order', query.order ?? '')}
        choices={[
          { value: '', text: 'Newest first' },
          { value: 'asc', text: 'Oldest first' },
        ]}
      />
      <button type="submit" class="primary">
        Search
      </button>
      <a class="button" href="/calls">
        Clear
      </a>
    </FilterForm>
  );
}
