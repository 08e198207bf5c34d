/** The account at the carrier: balance, numbers, SIP accounts, and the operations of its profile. */
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/query.ts';
import { TextField } from '../../components/forms/field.tsx';
import { FilterForm } from '../../components/forms/filter-form.tsx';
import { Page, Section } from '../../components/page.tsx';
import { navigate } from '../../router.ts';
import { idOf, numberOf, type CarrierObject } from './carrier-fields.ts';
import { CarrierSection, ON_REQUEST } from './carrier-read.tsx';
import { CarrierTable } from './carrier-table.tsx';
import { Operations } from './operations.tsx';

export const CarrierPage = () => (
  <Page
    title="Carrier"
    intro="What the carrier has, read from it when this page is opened. Changes are in the audit."
  >
    <Operations />
    <Numbers />
    <SipAccounts />
  </Page>
);

function Numbers() {
  const numbers = useQuery('/v1/carrier/numbers', {}, ON_REQUEST);
  return (
    <CarrierSection title="Numbers" what="the numbers" query={numbers}>
      {({ data }) => (
        <CarrierTable
          caption="Numbers"
          items={data}
          addressOf={numberAddress}
          empty="The account has no numbers."
          next="Numbers are bought at the carrier."
        />
      )}
    </CarrierSection>
  );
}

/** The number is a link; where no field looks like one, the id is. */
function numberAddress(item: CarrierObject, field: string): string | undefined {
  const name = numberOf(item) ?? idOf(item);
  const isName = name !== undefined && String(item[field]) === name;
  return isName ? `/carrier/numbers/${encodeURIComponent(name)}` : undefined;
}

/** The carrier does not list its SIP accounts. Those of the agents are known. */
function SipAccounts() {
  const [name, setName] = useState('');
  const { data } = useQuery('/v1/agents', {}, ON_REQUEST);
  const agents = (data?.data ?? []).filter(({ kind }) => kind === 'sip');
  const known = [...new Set(agents.map(({ address }) => address))];
  return (
    <Section title="SIP accounts">
      <p class="quiet">
        The carrier has no list of them. These are the ones of the agents; others open by name or
        id.
      </p>
      <ul class="actions">
        {known.map((account) => (
          <li key={account}>
            <a class="button" href={sipAddress(account)}>
              {account}
            </a>
          </li>
        ))}
      </ul>
      <FilterForm
        role="search"
        aria-label="SIP accounts"
        filter={() => name.trim() !== '' && navigate(sipAddress(name.trim()))}
      >
        <TextField label="Name or id" value={name} onValue={setName} />
        <button type="submit">Open</button>
      </FilterForm>
    </Section>
  );
}

const sipAddress = (account: string) => `/carrier/sip-accounts/${encodeURIComponent(account)}`;
