/** One SIP account at the carrier, and the addresses from which it may register. */
import { api } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Action } from '../../components/forms/action.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { Page } from '../../components/page.tsx';
import { navigate } from '../../router.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { idOf, type CarrierObject } from './carrier-fields.ts';
import { CarrierSection, ON_REQUEST } from './carrier-read.tsx';
import { CarrierFacts, CarrierTable } from './carrier-table.tsx';
import { FieldsDialog } from './fields-form.tsx';

export const SipAccountPage = ({ at: { account = '' } }: { at: PageParameters }) => (
  <Page title={account} up={{ href: '/carrier', name: 'Carrier' }}>
    {may('admin') && <SipAccount account={account} />}
    <AllowedAddresses account={account} />
  </Page>
);

function SipAccount({ account }: { account: string }) {
  const path = { account };
  const sipAccount = useQuery('/v1/carrier/sip-accounts/{account}', { path }, ON_REQUEST);
  const change = async (fields: Record<string, unknown>) => {
    await api.put('/v1/carrier/sip-accounts/{account}', { path, body: { fields } });
    return 'The SIP account is changed.';
  };
  const remove = async () => {
    await api.delete('/v1/carrier/sip-accounts/{account}', { path });
    navigate('/carrier');
    return 'The SIP account is deleted.';
  };
  return (
    <CarrierSection
      title="SIP account"
      what="the SIP account"
      query={sipAccount}
      reread={sipAccount.reload}
      actions={
        <>
          <FieldsDialog
            label="Change"
            title={`Change ${account}`}
            send="Change the SIP account"
            before="The carrier gets these fields. Phones that use the account may have to register again."
            run={change}
          />
          <Action
            label="Delete"
            needs="admin"
            danger
            run={remove}
            before={`Phones of ${account} cannot register any more, and calls to agents with this address fail. This cannot be undone.`}
          />
        </>
      }
    >
      {({ data }) => <CarrierFacts item={data} />}
    </CarrierSection>
  );
}

function AllowedAddresses({ account }: { account: string }) {
  const path = { account };
  const allowed = useQuery('/v1/carrier/sip-accounts/{account}/allowed-ips', { path }, ON_REQUEST);
  return (
    <CarrierSection
      title="Allowed addresses"
      what="the allowed addresses"
      query={allowed}
      reread={allowed.reload}
      actions={
        <DialogButton label="Add an address" needs="admin">
          <AddAddress account={account} />
        </DialogButton>
      }
    >
      {({ data }) => (
        <CarrierTable
          caption="Allowed addresses"
          items={data}
          {...(may('admin') && { actions: removal(account) })}
          empty="No allowed address is set."
          next="Add the address from which the phones register."
        />
      )}
    </CarrierSection>
  );
}

interface OfAccount {
  account: string;
}

function AddAddress({ account }: OfAccount) {
  const { draft, field } = useDraft({ address: '' });
  const { address } = draft;
  const add = () =>
    api.post('/v1/carrier/sip-accounts/{account}/allowed-ips', {
      path: { account },
      body: { address: address.trim() },
    });
  return (
    <Form send="Add the address" run={add} happened={`${address} is allowed.`}>
      <p>Phones may register as {account} from this address.</p>
      <TextField {...field('address')} label="Address" required placeholder="198.51.100.4" />
    </Form>
  );
}

const removal = (account: string) => (item: CarrierObject) => (
  <RemoveAddress account={account} item={item} />
);

function RemoveAddress({ account, item }: OfAccount & { item: CarrierObject }) {
  const id = idOf(item);
  if (id === undefined) return <>–</>;
  const remove = async () => {
    await api.delete('/v1/carrier/sip-accounts/{account}/allowed-ips/{allowedIpId}', {
      path: { account, allowedIpId: id },
    });
    return 'The address is removed.';
  };
  return (
    <Action
      label="Remove"
      needs="admin"
      danger
      run={remove}
      before={`Phones at this address cannot register as ${account} any more.`}
    />
  );
}
