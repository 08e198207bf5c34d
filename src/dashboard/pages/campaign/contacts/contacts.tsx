/** Everybody on the list of a campaign: those in sight are read, and are live. */
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../api/api.ts';
import { SelectField, TextField } from '../../../components/forms/field.tsx';
import { FilterForm } from '../../../components/forms/filter-form.tsx';
import { Empty } from '../../../components/feedback.tsx';
import { Section } from '../../../components/page.tsx';
import { choicesOf } from '../../../format/choices.ts';
import { CONTACT_REASONS, CONTACT_STATES, contactFilterOf } from '../../../format/contact-words.ts';
import { DISPOSITIONS } from '../../../format/words.ts';
import { address, inAddress, setQuery } from '../../../router.ts';
import { AllContacts, FoundContacts } from './contact-lists.tsx';
import { dataOf, personOf, personTyped, rowOf } from './contact-search.ts';

type Campaign = Schemas['CampaignProgress'];

export function Contacts({ campaign: { id, contacts, zone, kind } }: { campaign: Campaign }) {
  const { query } = address.value;
  const wanted = { ...contactFilterOf(query), ...personOf(query), ...dataOf(query) };
  const filtered = Object.keys(wanted).length > 0;
  const row = rowOf(query);
  const none = <NoContacts filtered={filtered} kind={kind} id={id} />;
  return (
    <Section title="Contacts">
      <Filters />
      {filtered ? (
        <FoundContacts
          key={JSON.stringify([wanted, row])}
          id={id}
          zone={zone}
          total={contacts.total}
          wanted={{ ...wanted, ...(row ? { from_position: row } : {}) }}
          none={none}
        />
      ) : contacts.total === 0 ? (
        none
      ) : (
        <AllContacts id={id} zone={zone} total={contacts.total} row={row} />
      )}
    </Section>
  );
}

function Filters() {
  const { query } = address.value;
  return (
    <div class="filters">
      <SelectField label="State" {...inAddress('state')} choices={choicesOf(CONTACT_STATES)} />
      <SelectField label="Reason" {...inAddress('reason')} choices={choicesOf(CONTACT_REASONS)} />
      <SelectField
        label="Last outcome"
        {...inAddress('disposition')}
        choices={choicesOf(DISPOSITIONS)}
      />
      <FindContact key={query.get('number') ?? query.get('row_key')} />
      <FindByField key={`field ${query.get('field')} ${query.get('value')}`} />
      <GoToRow key={`row ${query.get('row')}`} />
    </div>
  );
}

function FindContact() {
  const { query } = address.value;
  const [text, setText] = useState(query.get('number') ?? query.get('row_key') ?? '');
  const find = () => setQuery({ number: undefined, row_key: undefined, ...personTyped(text) });
  return (
    <FilterForm role="search" aria-label="A contact" filter={find}>
      <TextField
        label="Number (with +) or row key"
        type="search"
        autoComplete="off"
        value={text}
        onValue={setText}
      />
      <button type="submit">Find</button>
    </FilterForm>
  );
}

function FindByField() {
  const { query } = address.value;
  const [field, setField] = useState(query.get('field') ?? '');
  const [value, setValue] = useState(query.get('value') ?? '');
  const find = () => setQuery({ field: field.trim(), value: field.trim() && value });
  return (
    <FilterForm role="search" aria-label="A field of your list" filter={find}>
      <TextField
        label="Field of your list"
        placeholder="plan"
        autoComplete="off"
        value={field}
        onValue={setField}
      />
      <TextField label="Its value, exactly" autoComplete="off" value={value} onValue={setValue} />
      <button type="submit">Find</button>
    </FilterForm>
  );
}

function GoToRow() {
  const [text, setText] = useState(address.value.query.get('row') ?? '');
  return (
    <FilterForm filter={() => setQuery({ row: text })}>
      <TextField label="From row" type="number" min="1" step="1" value={text} onValue={setText} />
      <button type="submit">Go</button>
    </FilterForm>
  );
}

interface NoContactsProps {
  filtered: boolean;
  kind: Campaign['kind'];
  id: string;
}

function NoContacts({ filtered, kind, id }: NoContactsProps) {
  if (filtered) {
    return (
      <Empty title="No contact fits the filters.">
        <a href={`/campaigns/${id}`}>Show all contacts</a>
      </Empty>
    );
  }
  return (
    <Empty title="There are no contacts.">
      {kind === 'standing' ? (
        'Direct calls and callbacks add them.'
      ) : (
        <a href={`/campaigns/${id}/import`}>Add contacts from a file</a>
      )}
    </Empty>
  );
}
