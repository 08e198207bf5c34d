import { useLayoutEffect } from 'preact/hooks';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { useDraft, type FieldOf } from '../../components/forms/form.tsx';
import { FilterForm } from '../../components/forms/filter-form.tsx';
import { Folded } from '../../components/forms/folded.tsx';
import {
  AgentField,
  CampaignField,
  OutcomeField,
} from '../../components/forms/resource-fields.tsx';
import { instantOfLocal, localOfInstant } from '../../format/time/local-time.ts';
import { sentence } from '../../format/words.ts';
import { inAddress, setQuery } from '../../router.ts';
import { needsCountry } from '../../shell/search-targets.ts';
import { CHOICE_FILTERS, hasFilters, type CallQuery } from './call-search.ts';
import { choicesOf, textChoices } from '../../format/choices.ts';

const draftOf = (query: CallQuery) => ({
  number: query.number ?? '',
  country: query.default_country ?? '',
  from: localOfInstant(query.from),
  to: localOfInstant(query.to),
});

/** What is chosen counts at once; what is typed counts with Enter or the button. */
export function CallFilters({ query }: { query: CallQuery }) {
  const { draft, set, field } = useDraft(draftOf(query));
  const shown = JSON.stringify(draftOf(query));
  useLayoutEffect(() => set(JSON.parse(shown) as typeof draft), [shown]);
  const search = () => {
    const { number, country, from, to } = draft;
    const default_country = needsCountry(number) ? country.trim().toUpperCase() : '';
    setQuery({ number, default_country, from: instantOfLocal(from), to: instantOfLocal(to) });
  };
  return (
    <FilterForm role="search" aria-label="Calls" filter={search}>
      <TextField label="Number" type="search" placeholder="+12025550101" {...field('number')} />
      {needsCountry(draft.number) && (
        <TextField label="Country of the number" placeholder="GB" {...field('country')} />
      )}
      <button type="submit" class="primary">
        Search
      </button>
      {hasFilters(query) && (
        <a class="button" href="/calls">
          Clear
        </a>
      )}
      <Folded name="Filters" open={hasFilters({ ...query, ...BY_NUMBER })}>
        <Choices query={query} field={field} />
      </Folded>
    </FilterForm>
  );
}

const BY_NUMBER = { number: undefined, default_country: undefined };

interface ChoicesProps {
  query: CallQuery;
  field: FieldOf<ReturnType<typeof draftOf>>;
}

function Choices({ query, field }: ChoicesProps) {
  return (
    <div class="filters">
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
      <OutcomeField {...inAddress('outcome', query.outcome)} />
      <TextField label="Created from" type="datetime-local" {...field('from')} />
      <TextField label="Created before" type="datetime-local" {...field('to')} />
      <SelectField
        label="Order"
        {...inAddress('order', query.order ?? '')}
        choices={textChoices({ '': 'Newest first', asc: 'Oldest first' })}
      />
    </div>
  );
}
