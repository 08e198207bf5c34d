import { useEffect, useState } from 'preact/hooks';
import { useQuery } from '../../api/query.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { instantOfLocal, localOfInstant } from '../../format/local-time.ts';
import { sentence } from '../../format/words.ts';
import { setQuery } from '../../router.ts';
import { CHOICE_FILTERS, type CallQuery } from './call-search.ts';
import { choicesOf, withChosen } from '../../format/choices.ts';

interface Draft {
  number: string;
  from: string;
  to: string;
}

const draftOf = (query: CallQuery): Draft => ({
  number: query.number ?? '',
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
  const search = (event: Event) => {
    event.preventDefault();
    const { number, from, to } = draft;
    setQuery({ number, from: instantOfLocal(from), to: instantOfLocal(to) });
  };
  return (
    <form class="filters" role="search" aria-label="Calls" onSubmit={search}>
      <TextField label="Number" type="search" placeholder="+12025550101" {...typed('number')} />
      <CampaignFilter value={query.campaign ?? ''} />
      <AgentFilter value={query.agent ?? ''} />
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
        value={query.order ?? ''}
        onValue={(order) => setQuery({ order })}
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
    </form>
  );
}

function choicesWith(value: string, known: readonly { id: string; name: string }[] | undefined) {
  const choices = (known ?? []).map(({ id, name }) => ({ value: id, text: `${name} (${id})` }));
  return [{ value: '', text: 'All' }, ...withChosen(choices, value)];
}

/** The newest 200 can be chosen; an older one by the link of its own page. */
function CampaignFilter({ value }: { value: string }) {
  const query = { order: 'desc' as const, limit: 200 };
  const { data } = useQuery('/v1/campaigns', { query }, { pollMs: null });
  return (
    <SelectField
      label="Campaign"
      value={value}
      onValue={(campaign) => setQuery({ campaign })}
      choices={choicesWith(value, data?.data)}
    />
  );
}

function AgentFilter({ value }: { value: string }) {
  const { data } = useQuery('/v1/agents', {}, { pollMs: null });
  return (
    <SelectField
      label="Agent"
      value={value}
      onValue={(agent) => setQuery({ agent })}
      choices={choicesWith(value, data?.data)}
    />
  );
}
