/** What the carrier was asked about a campaign before it starts, and what it answered. Plain data. */

/** What a campaign uses at the carrier. */
export interface CarrierWanted {
  /** Names or ids of SIP accounts, each once, the most important first. */
  sipAccounts: readonly string[];
  /** Shown on the agent's phone (interface document 2.2); null: none of its own. */
  callerId: string | null;
}

/** No answer to the question. The first five are about the carrier as a whole, the others about what was asked for. */
export type CarrierFault =
  | { kind: 'unreachable' }
  | { kind: 'too-late' }
  | { kind: 'rate-limited' }
  | { kind: 'server-error' }
  | { kind: 'key-refused' }
  /** HTTP 403: the key lacks the permission. */
  | { kind: 'forbidden' }
  /** An answer that cannot be used; `why` as text for people. */
  | { kind: 'unclear'; why: string };

/** `not-found`: in the carrier's own envelope (2.4), so that the resource is not there. */
export type Asked<Value> =
  { kind: 'answered'; value: Value } | { kind: 'not-found' } | CarrierFault;

export interface AskedSipAccount {
  name: string;
  account: Asked<null>;
  /** Null: not asked, because there is no such account. */
  allowedIps: Asked<AllowedIps> | null;
}

export interface AllowedIps {
  entries: number;
  /** Addresses of ours that none of the entries covers. */
  missing: readonly string[];
}

export interface ListedNumbers {
  count: number;
  /** Names of the fields beside the list: it may be one page of several. */
  beside: readonly string[];
}

export interface AskedDocuments {
  number: string;
  /** How many there are. */
  documents: Asked<number>;
}

export type AskedBalance =
  /** The profile declares no operation `balance` that reads an `amount` by GET. */
  | { kind: 'not-declared' }
  /** `amount`: text of a decimal, as it came. */
  | { kind: 'asked'; answer: Asked<{ amount: string; currency: string | null }> };

export interface CarrierFacts {
  /** Whether it is known which addresses are ours. */
  ownAddressesGiven: boolean;
  sipAccounts: readonly AskedSipAccount[];
  /** More of them than are asked for at once. */
  sipAccountsLeftOut: number;
  numbers: Asked<ListedNumbers>;
  documents: readonly AskedDocuments[];
  numbersLeftOut: number;
  balance: AskedBalance;
}
