/** A number or a row key, and everything that happened with it. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { useList, useQuery } from '../../api/query.ts';
import { Empty, Loaded } from '../../components/feedback.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { FilterForm } from '../../components/forms/filter-form.tsx';
import { ListState } from '../../components/lists/table.tsx';
import { Page, Section } from '../../components/page.tsx';
import { address, navigate } from '../../router.ts';
import { CreateCallback } from '../../components/callbacks/callback-fields.tsx';
import { needsCountry } from '../../shell/search-targets.ts';
import { AskCountry } from './ask-country.tsx';
import { ErasePerson } from './erase-person.tsx';
import { PersonCallbacks } from './person-callbacks.tsx';
import { PersonCalls } from './person-calls.tsx';
import { PersonConsents } from './person-consents.tsx';
import { PersonContacts } from './person-contacts.tsx';
import { PersonSuppressions } from './person-suppressions.tsx';
import { SuppressNumber } from './suppress-number.tsx';
import {
  addressOf,
  numbersOf,
  personKeysOf,
  typedPerson,
  wantedPerson,
  type WantedNumber,
} from './wanted-person.ts';

export function PeoplePage() {
  const wanted = wantedPerson(address.value.query);
  if (!wanted) {
    return (
      <Page title="People">
        <Search shown="" />
        <Empty title="Search a number or a row key.">
          You see what every campaign did with it: contacts, calls, recordings, callbacks and
          suppression lists.
        </Empty>
      </Page>
    );
  }
  return 'number' in wanted ? (
    <PersonOfNumber key={addressOf(wanted)} wanted={wanted} />
  ) : (
    <PersonOfRowKey key={wanted.row_key} rowKey={wanted.row_key} />
  );
}

function Search({ shown }: { shown: string }) {
  const [text, setText] = useState(shown);
  // Before anything can be typed: an effect after the paint would take away what was.
  useLayoutEffect(() => setText(shown), [shown]);
  const open = (by: 'any' | 'row_key') => {
    const person = typedPerson(text, by);
    if (person) navigate(addressOf(person));
  };
  return (
    <FilterForm role="search" aria-label="People" filter={() => open('any')}>
      <TextField
        label="Number or row key"
        type="search"
        placeholder="+12025550101"
        value={text}
        onValue={setText}
        autoComplete="off"
      />
      <button type="submit" class="primary">
        Search
      </button>
      <button type="button" class="quiet-button" onClick={() => open('row_key')}>
        Search as a row key
      </button>
    </FilterForm>
  );
}

/** A number without its country code is asked for when its country is known: else it would be that of somebody else. */
function PersonOfNumber({ wanted }: { wanted: WantedNumber }) {
  if (wanted.default_country !== undefined || !needsCountry(wanted.number)) {
    return <KnownNumber wanted={wanted} />;
  }
  return (
    <Page title={wanted.number} up={{ href: '/people', name: 'People' }}>
      <Search shown={wanted.number} />
      <AskCountry {...wanted} />
    </Page>
  );
}

function KnownNumber({ wanted }: { wanted: WantedNumber }) {
  const { number: typed, default_country } = wanted;
  const suppressions = useQuery('/v1/numbers/{number}/suppressions', {
    path: { number: typed },
    query: { ...(default_country !== undefined && { default_country }) },
  });
  const number = suppressions.data?.number;
  const actions = number !== undefined && (
    <>
      <CreateCallback number={number} />
      <SuppressNumber number={number} />
      <ErasePerson subject={{ number }} confirm={number} />
    </>
  );
  return (
    <Page
      title={number ?? typed}
      up={{ href: '/people', name: 'People' }}
      actions={actions}
      reread={suppressions.reload}
    >
      <Search shown={number ?? typed} />
      {default_country !== undefined && <AskCountry {...wanted} />}
      <Loaded query={suppressions} what="this number">
        {(data) => (
          <>
            <PersonSuppressions held={data} />
            <PersonConsents number={data.number} />
            <ContactsOf number={data.number} />
            <PersonCalls number={data.number} />
            <PersonCallbacks number={data.number} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const useContactsOf = (query: { number: string } | { person_key: string }) =>
  useList(
    '/v1/contacts',
    { query: { ...query, limit: 50 } },
    { on: ['call.*', 'contact.*', 'campaign.*'] },
  );

function ContactsOf({ number }: { number: string }) {
  const list = useContactsOf({ number });
  return (
    <>
      <Section title="Contacts">
        <PersonContacts list={list} caption="Contacts in all campaigns" />
      </Section>
      {personKeysOf(list.items).map((key) => (
        <OtherNumbers key={key} personKey={key} number={number} />
      ))}
    </>
  );
}

/** A person is the same in every campaign whose list has the same key. */
function OtherNumbers({ personKey, number }: { personKey: string; number: string }) {
  const list = useContactsOf({ person_key: personKey });
  const items = list.items.filter((contact) => contact.number !== number);
  if (items.length === 0) return null;
  return (
    <Section title="Other numbers of the person">
      <PersonContacts list={{ ...list, items }} caption="Contacts at other numbers" />
    </Section>
  );
}

/** Shows the number of the contacts with this key if there is one only, else the contacts. */
function PersonOfRowKey({ rowKey }: { rowKey: string }) {
  const list = useList(
    '/v1/contacts',
    { query: { row_key: rowKey, limit: 50 } },
    { on: ['call.*', 'contact.*'] },
  );
  const numbers = numbersOf(list.items);
  const [only] = numbers;
  return (
    <Page
      title={`Row key ${rowKey}`}
      up={{ href: '/people', name: 'People' }}
      actions={
        list.items.length > 0 && <ErasePerson subject={{ row_key: rowKey }} confirm={rowKey} />
      }
    >
      <Search shown={rowKey} />
      <ListState list={list} what="the contacts" />
      {list.loaded && (
        <Section title="Contacts with this row key">
          <PersonContacts list={list} caption="Contacts in all campaigns" />
        </Section>
      )}
      {numbers.length === 1 && !list.more && (
        <>
          <p>
            All of them have the number <a href={addressOf({ number: only! })}>{only}</a>: its
            suppressions are there.
          </p>
          <PersonCalls number={only!} />
          <PersonCallbacks number={only!} />
        </>
      )}
    </Page>
  );
}
