/** One number at the carrier: where its calls go, and its regulatory documents. */
import { api } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Action } from '../../components/forms/action.tsx';
import { Page } from '../../components/page.tsx';
import type { PageParameters } from '../../path-pattern.ts';
import { idOf, type CarrierObject } from './carrier-fields.ts';
import { CarrierSection, ON_REQUEST } from './carrier-read.tsx';
import { CarrierTable } from './carrier-table.tsx';
import { FieldsDialog } from './fields-form.tsx';

export const NumberPage = ({ at: { number = '' } }: { at: PageParameters }) => (
  <Page title={number} up={{ href: '/carrier', name: 'Carrier' }}>
    <Destinations purchase={number} />
    {may('operate') && <Documents number={number} />}
  </Page>
);

function Destinations({ purchase }: { purchase: string }) {
  const path = { purchase };
  const destinations = useQuery(
    '/v1/carrier/purchases/{purchase}/destinations',
    { path },
    ON_REQUEST,
  );
  const add = async (fields: Record<string, unknown>) => {
    await api.post('/v1/carrier/purchases/{purchase}/destinations', { path, body: { fields } });
    return 'The destination is added.';
  };
  return (
    <CarrierSection
      title="Destinations"
      what="the destinations"
      query={destinations}
      reread={destinations.reload}
      actions={
        <FieldsDialog
          label="Add a destination"
          send="Add the destination"
          before={`Calls to ${purchase} may go there from now on.`}
          first={'{"type": "sip", "target": ""}'}
          run={add}
        />
      }
    >
      {({ data }) => (
        <CarrierTable
          caption="Destinations"
          items={data}
          {...(may('admin') && { actions: changes(purchase) })}
          empty="Calls to this number go nowhere."
          next="Add a destination, for example a SIP account."
        />
      )}
    </CarrierSection>
  );
}

const changes = (purchase: string) => (item: CarrierObject) => (
  <DestinationActions purchase={purchase} item={item} />
);

function DestinationActions({ purchase, item }: { purchase: string; item: CarrierObject }) {
  const id = idOf(item);
  if (id === undefined) return <>–</>;
  const path = { purchase, destinationId: id };
  const change = async (fields: Record<string, unknown>) => {
    await api.put('/v1/carrier/purchases/{purchase}/destinations/{destinationId}', {
      path,
      body: { fields },
    });
    return 'The destination is changed.';
  };
  const remove = () =>
    api.delete('/v1/carrier/purchases/{purchase}/destinations/{destinationId}', { path });
  return (
    <div class="actions">
      <FieldsDialog
        label="Change"
        title={`Change destination ${id}`}
        quiet
        send="Change the destination"
        before={`Calls to ${purchase} go by the new fields from now on.`}
        first={JSON.stringify({ ...item, id: undefined }, null, 2)}
        run={change}
      />
      <Action
        label="Delete"
        needs="admin"
        danger
        run={remove}
        happened="The destination is deleted."
        before={`Calls to ${purchase} do not go there any more. This cannot be undone.`}
      />
    </div>
  );
}

function Documents({ number }: { number: string }) {
  const documents = useQuery(
    '/v1/carrier/numbers/{number}/documents',
    { path: { number } },
    ON_REQUEST,
  );
  return (
    <CarrierSection title="Regulatory documents" what="the documents" query={documents}>
      {({ data }) => (
        <CarrierTable
          caption="Regulatory documents"
          items={data}
          empty="The carrier has no documents for this number."
        />
      )}
    </CarrierSection>
  );
}
