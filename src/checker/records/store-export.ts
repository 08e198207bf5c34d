/** The export of the product's store. */
import { InputError, readLines, type Line } from './lines.ts';

export interface StoreCampaign {
  id: string;
  state: string;
  total_cost: string;
  /** Of calls that are in archives only; undefined: there are none. */
  archived_cost?: string;
}

export interface StoreContact {
  campaign: string;
  contact: number;
  number: string;
  state: string;
  disposition: string | null;
  /** Why it is not due, or became final earlier than its redial rule says. */
  reason?: string | null;
  /** The same for all numbers of one person in the campaign; undefined: the only number. */
  person?: string;
}

export interface StorePlacement {
  placement: number;
  state: string;
  intent_at: string;
  status: number | null;
  code: string | null;
}

export interface StoreEvent {
  placement: number;
  seq: number;
  name: string;
}

export interface StoreCall {
  ref: string;
  campaign: string;
  /** Position in the campaign. */
  contact: number;
  /** The version of the rules it was claimed under. */
  policy_version: number;
  number: string;
  state: string;
  disposition: string | null;
  carrier_call_id: string | null;
  cost: string | null;
  /** From the carrier's call records, if they were compared. */
  record_cost?: string | null;
  settlement: string;
  /** What a person said of it; undefined: nothing. */
  outcome?: { next: string };
  recording: string;
  recording_sha256: string | null;
  recording_bytes: number | null;
  placements: StorePlacement[];
  events: StoreEvent[];
}

export interface StoreExport {
  /** The instant of the export; Infinity if it is not in the file. */
  atMs: number;
  campaigns: StoreCampaign[];
  contacts: StoreContact[];
  /** By reference. */
  calls: Map<string, StoreCall>;
  byCarrierId: Map<string, StoreCall>;
  /** Carrier ids and references that are in two calls. */
  doubles: string[];
}

export async function readStoreExport(path: string): Promise<StoreExport> {
  const store: StoreExport = {
    atMs: Infinity,
    campaigns: [],
    contacts: [],
    calls: new Map(),
    byCarrierId: new Map(),
    doubles: [],
  };
  for (const line of await readLines(path)) take(store, path, line);
  return store;
}

function take(store: StoreExport, path: string, { number, value }: Line): void {
  switch (value?.['type']) {
    case 'export':
      store.atMs = Date.parse(String(value['at']));
      return;
    case 'campaign':
      store.campaigns.push(value as unknown as StoreCampaign);
      return;
    case 'contact':
      store.contacts.push(value as unknown as StoreContact);
      return;
    case 'call':
      return takeCall(store, value as unknown as StoreCall);
    default:
      throw new InputError(`${path} line ${number}: expected a campaign, a contact or a call`);
  }
}

function takeCall(store: StoreExport, call: StoreCall): void {
  if (store.calls.has(call.ref)) store.doubles.push(call.ref);
  store.calls.set(call.ref, call);
  if (call.carrier_call_id === null) return;
  if (store.byCarrierId.has(call.carrier_call_id)) store.doubles.push(call.carrier_call_id);
  store.byCarrierId.set(call.carrier_call_id, call);
}
