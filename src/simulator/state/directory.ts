/** The account's resources (2.5): SIP accounts, allowed addresses, numbers, destinations, documents. The ledger stores them. */
import type { ResourceArea, ResourceFact } from './facts.ts';
import type { SimulatorOptions } from '../options.ts';

export interface Resource {
  area: ResourceArea;
  /** The id of the number or SIP account that it belongs to. */
  owner: string | null;
  id: string;
  fields: Record<string, unknown>;
}

/** The first id of each area. The ranges differ, so that an id belongs to one area only. */
const FIRST_ID: Record<ResourceArea, number> = {
  'sip-accounts': 1_001,
  numbers: 2_001,
  destinations: 3_001,
  'allowed-ips': 4_001,
  documents: 5_001,
  messages: 6_001,
};

export class Directory {
  readonly #resources: Resource[] = [];
  readonly #made: Record<ResourceArea, number> = {
    'sip-accounts': 0,
    numbers: 0,
    destinations: 0,
    'allowed-ips': 0,
    documents: 0,
    messages: 0,
  };

  /** Creates the resources that the options name. The same options give the same ids. */
  constructor({ sipAccount, did, allowedIp, variant }: SimulatorOptions) {
    for (const name of sipAccount) {
      const { id } = this.#seed('sip-accounts', null, { name });
      for (const address of allowedIp)
        this.#seed('allowed-ips', id, { [variant.allowedIpField]: address });
    }
    for (const number of did) {
      const { id } = this.#seed('numbers', null, { number });
      this.#seed('destinations', id, { type: 'sip', target: sipAccount[0] ?? 'nobody' });
      this.#seed('documents', id, { number, kind: 'proof of address', state: 'approved' });
    }
  }

  /** The id is reserved before it is recorded, so that two requests never get the same. */
  nextId(area: ResourceArea): string {
    const number = FIRST_ID[area] + this.#made[area]++;
    return area === 'documents' ? `doc-${number}` : String(number);
  }

  all(area: ResourceArea, owner?: string): Resource[] {
    return this.#resources.filter(
      (one) => one.area === area && (owner === undefined || one.owner === owner),
    );
  }

  find(area: ResourceArea, id: string, owner?: string): Resource | undefined {
    return this.all(area, owner).find((one) => one.id === id);
  }

  /** By account name or id (4.5). */
  sipAccount(nameOrId: string): Resource | undefined {
    const all = this.all('sip-accounts');
    return (
      all.find(({ fields }) => fields['name'] === nameOrId) ?? all.find(({ id }) => id === nameOrId)
    );
  }

  /** By DID number, or by inventory id (4.4). */
  purchase(numberOrId: string): Resource | undefined {
    const digits = numberOrId.replace(/^\+/, '');
    const all = this.all('numbers');
    return (
      all.find(({ fields }) => fields['number'] === `+${digits}`) ??
      all.find(({ id }) => id === numberOrId)
    );
  }

  apply({ area, owner, id, change, fields }: ResourceFact): void {
    const place = this.#resources.findIndex((one) => one.area === area && one.id === id);
    if (change === 'created') {
      this.#raise(area, id);
      this.#resources.push({ area, owner, id, fields });
    } else if (change === 'updated' && place >= 0) {
      this.#resources[place] = { area, owner, id, fields };
    } else if (change === 'deleted') {
      const gone = (one: Resource) => one.owner === id || (one.area === area && one.id === id);
      this.#resources.splice(0, Infinity, ...this.#resources.filter((one) => !gone(one)));
    }
  }

  #seed(area: ResourceArea, owner: string | null, fields: Record<string, unknown>): Resource {
    const resource = { area, owner, id: this.nextId(area), fields };
    this.#resources.push(resource);
    return resource;
  }

  #raise(area: ResourceArea, id: string): void {
    const made = Number(id.replace(/\D/g, '')) - FIRST_ID[area] + 1;
    this.#made[area] = Math.max(this.#made[area], made);
  }
}
