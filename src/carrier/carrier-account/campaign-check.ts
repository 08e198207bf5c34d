/** Checks at the carrier what a campaign will use. Sends only reads, limited in number and time. */
import type {
  AllowedIps,
  Asked,
  AskedBalance,
  AskedDocuments,
  AskedSipAccount,
  CarrierFacts,
  CarrierFault,
  CarrierWanted,
  ListedNumbers,
} from '../../domain/planning/preflight/carrier-facts.ts';
import { isSameNumber } from '../../domain/reconciliation/same-number.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { Answered, CarrierList } from './account-answer.ts';
import type { CarrierAccount } from './account.ts';
import { covers, readAddressRange } from './address-range.ts';
import { openTurns } from '../http/carrier-requests.ts';
import { CarrierError, CarrierInputError } from '../http/errors.ts';
import type { CarrierProfile } from '../http/profile.ts';
import { unlessAborted } from '../../outgoing/unless-aborted.ts';

/** Only reads, and no recording lookup, because that has a quota. */
export type CarrierReads = Pick<
  CarrierAccount,
  'readSipAccount' | 'listAllowedIps' | 'listNumbers' | 'listDocuments' | 'run'
>;

export interface CampaignCheckSettings {
  account: CarrierReads;
  profile: CarrierProfile;
  /** Addresses or ranges of this host, as the carrier sees them. */
  publicAddresses: readonly string[];
  /** Time limit for the whole check. */
  withinMs?: number;
}

export type CampaignCheck = (wanted: CarrierWanted) => Promise<CarrierFacts>;

/** Each needs two requests. The document names no limit for reads, so they are kept few. */
const MOST_SIP_ACCOUNTS = 25;
const MOST_NUMBERS = 10;
const AT_ONCE = 4;
/** Limit for a text of the carrier that we show. */
const LONGEST_TEXT = 40;
export const CHECK_WITHIN_MS = 5_000;

export function campaignCheck(settings: CampaignCheckSettings): CampaignCheck {
  return async (wanted) => {
    const round = new Round(settings.withinMs ?? CHECK_WITHIN_MS);
    const names = wanted.sipAccounts.slice(0, MOST_SIP_ACCOUNTS);
    const [balance, numbers, sipAccounts] = await Promise.all([
      askBalance(round, settings),
      askNumbers(round, settings, wanted.callerId),
      Promise.all(names.map((name) => askSipAccount(round, settings, name))),
    ]);
    return {
      ownAddressesGiven: settings.publicAddresses.length > 0,
      sipAccounts,
      sipAccountsLeftOut: wanted.sipAccounts.length - names.length,
      ...numbers,
      balance,
    };
  };
}

async function askSipAccount(
  round: Round,
  { account, profile, publicAddresses }: CampaignCheckSettings,
  name: string,
): Promise<AskedSipAccount> {
  const read = await round.ask(
    () => account.readSipAccount(name),
    () => null,
  );
  // If reading the account is forbidden, its list may still be readable.
  if (read.kind === 'not-found') return { name, account: read, allowedIps: null };
  const allowedIps = await round.ask(
    () => account.listAllowedIps(name),
    (list) => allowedIn(list, publicAddresses, profile.allowedIps.addressField),
  );
  return { name, account: read, allowedIps };
}

/** @throws Unclear if an entry that cannot be read might be the address */
function allowedIn(
  { items }: CarrierList,
  publicAddresses: readonly string[],
  field: string,
): AllowedIps {
  const ranges = items.map((item) => {
    const text = item[field];
    return typeof text === 'string' ? readAddressRange(text) : undefined;
  });
  const missing = publicAddresses.filter((text) => {
    const own = readAddressRange(text);
    return own && !ranges.some((range) => range && covers(range, own));
  });
  if (missing.length > 0 && ranges.includes(undefined)) {
    throw new Unclear(`an entry has no address in its field ${field} (allowedIps.addressField)`);
  }
  return { entries: items.length, missing };
}

type AskedNumbers = Pick<CarrierFacts, 'numbers' | 'documents' | 'numbersLeftOut'>;

/**
 * Checks every number of the account: customers see the caller id of the account, but the document does not say which
 * of its numbers that is (2.2).
 */
async function askNumbers(
  round: Round,
  { account, profile }: CampaignCheckSettings,
  callerId: string | null,
): Promise<AskedNumbers> {
  const listed: string[] = [];
  const numbers = await round.ask(
    () => account.listNumbers(),
    (list): ListedNumbers => {
      listed.push(...numbersIn(list, profile.numbers.numberField));
      const beside = Object.keys(list.beside).map((name) => name.slice(0, LONGEST_TEXT));
      return { count: list.items.length, beside };
    },
  );
  const own = listed.filter((number) => isSameNumber(number, callerId ?? ''));
  const inTurn = [...new Set([...own, ...listed])];
  const asked = inTurn.slice(0, MOST_NUMBERS);
  const documents = await Promise.all(
    asked.map(async (number): Promise<AskedDocuments> => {
      const documents = await round.ask(
        () => account.listDocuments(number),
        ({ items }) => items.length,
      );
      return { number, documents };
    }),
  );
  return { numbers, documents, numbersLeftOut: inTurn.length - asked.length };
}

/** @throws Unclear */
function numbersIn({ items }: CarrierList, field: string): string[] {
  return items.map((item) => {
    const number = item[field];
    if (typeof number === 'string' || typeof number === 'number') {
      return String(number).slice(0, LONGEST_TEXT);
    }
    throw new Unclear(`an entry has no number in its field ${field} (numbers.numberField)`);
  });
}

async function askBalance(
  round: Round,
  { account, profile }: CampaignCheckSettings,
): Promise<AskedBalance> {
  const declared = profile.operations['balance'];
  if (declared?.method !== 'GET' || declared.read['amount'] === undefined) {
    return { kind: 'not-declared' };
  }
  const answer = await round.ask(
    () => account.run('balance', { values: {} }),
    ({ fields: { amount, currency } }) => {
      const text = typeof amount === 'number' ? String(amount) : amount;
      if (typeof text === 'string' && text.length <= LONGEST_TEXT) {
        const unit = typeof currency === 'string' ? currency.slice(0, LONGEST_TEXT) : null;
        return { amount: text, currency: unit };
      }
      throw new Unclear('the answer has no amount where read.amount of its declaration points');
    },
  );
  return { kind: 'asked', answer };
}

/** An answer that cannot be interpreted. */
class Unclear extends Error {
  override readonly name = 'Unclear';
}

/** The requests of one check: few at once, none after the time limit, and none after one shows that all will fail. */
class Round {
  readonly #end: AbortSignal;
  readonly #turns = openTurns(AT_ONCE);
  #stopped: CarrierFault | undefined;

  constructor(withinMs: number) {
    this.#end = AbortSignal.timeout(withinMs);
  }

  async ask<Value, Result>(
    question: () => Promise<Answered<Value>>,
    read: (value: Value) => Result,
  ): Promise<Asked<Result>> {
    const done = await this.#turns.take();
    try {
      if (this.#stopped) return this.#stopped;
      if (this.#end.aborted) return { kind: 'too-late' };
      const asked = askedOf(await unlessAborted(question(), this.#end), read);
      if (asked.kind === 'key-refused') this.#stopped = asked;
      return asked;
    } catch (error) {
      if (this.#end.aborted) return { kind: 'too-late' };
      const fault = faultOf(error);
      if (fault.kind === 'unreachable' || fault.kind === 'rate-limited') this.#stopped = fault;
      return fault;
    } finally {
      done();
    }
  }
}

function askedOf<Value, Result>(
  answered: Answered<Value>,
  read: (value: Value) => Result,
): Asked<Result> {
  switch (answered.kind) {
    case 'done':
      return { kind: 'answered', value: read(answered.value) };
    case 'not-found':
      if (answered.ownEnvelope) return { kind: 'not-found' };
      return {
        kind: 'unclear',
        why: '404 without the carrier’s error envelope: the path may be wrong',
      };
    case 'refused': {
      const { status } = answered;
      if (status === 401) return { kind: 'key-refused' };
      if (status === 403) return { kind: 'forbidden' };
      return { kind: 'unclear', why: `the carrier refuses the question (${status})` };
    }
    default:
      return unreachable(answered);
  }
}

/** @throws errors that neither the carrier nor the request caused */
function faultOf(error: unknown): CarrierFault {
  if (error instanceof Unclear || error instanceof CarrierInputError) {
    return { kind: 'unclear', why: error.message };
  }
  if (!(error instanceof CarrierError)) throw error;
  switch (error.code) {
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'timeout':
      return { kind: 'too-late' };
    case 'rate-limited':
      return { kind: 'rate-limited' };
    case 'server':
      return { kind: 'server-error' };
    case 'unauthorized':
      return { kind: 'key-refused' };
    case 'unreadable':
    case 'mismatch':
      return { kind: 'unclear', why: `the answer cannot be read: ${error.message}` };
    default:
      return unreachable(error.code);
  }
}
