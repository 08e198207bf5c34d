/** The questions to the carrier about a campaign before it starts, and its answers. Plain data. */

/** The carrier's resources that a campaign uses. */
export interface CarrierWanted {
  /** Names or ids of SIP accounts, each once, the most important first. */
  sipAccounts: readonly string[];
  /** Caller id shown on the agent's phone (interface document 2.2); null: the campaign sets none. */
  callerId: string | null;
}

/** No answer to the question. The first five are about the carrier as a whole, the others about one question. */
export type CarrierFault =
  | { kind: 'unreachable' }
  | { kind: 'too-late' }
  | { kind: 'rate-limited' }
  | { kind: 'server-error' }
  | { kind: 'key-refused' }
  /** HTTP 403: the key lacks the permission. */
  | { kind: 'forbidden' }
  /** An unusable answer; `why` is text for people. */
  | { kind: 'unclear'; why: string };

/** `not-found`: a 404 in the carrier's own envelope (2.4), so the resource does not exist. */
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
  /** Our addresses that no entry covers. */
  missing: readonly string[];
}

export interface ListedNumbers {
  count: number;
  /** Names of the other fields of the answer. If there are any, the list may be one page of several. */
  beside: readonly string[];
}

export interface AskedDocuments {
  number: string;
  /** The number of documents. */
  documents: Asked<number>;
}

export type AskedBalance =
  /** The profile declares no operation `balance` that reads an `amount` by GET. */
  | { kind: 'not-declared' }
  /** `amount`: a decimal as text, unchanged. */
  | { kind: 'asked'; answer: Asked<{ amount: string; currency: string | null }> };

export interface CarrierFacts {
  /** Whether our own addresses are configured. */
  ownAddressesGiven: boolean;
  sipAccounts: readonly AskedSipAccount[];
  /** How many were not asked for, because there are too many. */
  sipAccountsLeftOut: number;
  numbers: Asked<ListedNumbers>;
  documents: readonly AskedDocuments[];
  numbersLeftOut: number;
  balance: AskedBalance;
}
