/** The carrier's answers that a person should check before a campaign starts. None of them stops it. */
import { formatMoney, parseMoney } from '../../money.ts';
import { unreachable } from '../../unreachable.ts';
import type { Asked, CarrierFacts, CarrierFault } from './carrier-facts.ts';
import type { CostRange } from './cost-range.ts';
import type { Warning } from './warnings.ts';

export interface CarrierFindings {
  warnings: Warning[];
  /** What was not checked, and why. These are no faults. */
  notes: Warning[];
}

export const NOT_ASKED: Warning = {
  code: 'carrier-not-asked',
  text: 'the carrier was not asked: the server has neither DIALWRIGHT_CARRIER_URL nor DIALWRIGHT_CARRIER_API_KEY',
};

/** @param cost what the campaign may cost; null: not known */
export function carrierFindings(
  facts: CarrierFacts,
  cost: Pick<CostRange, 'low' | 'high'> | null,
): CarrierFindings {
  return {
    warnings: [
      ...missingAccounts(facts),
      ...addressWarnings(facts),
      ...documentWarnings(facts),
      ...balanceWarnings(facts, cost),
      ...faultWarnings(facts),
    ],
    notes: notesOf(facts),
  };
}

function missingAccounts({ sipAccounts }: CarrierFacts): Warning[] {
  const missing = sipAccounts.filter(({ account }) => account.kind === 'not-found');
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name);
  const who = counted(names, 'SIP account', 'SIP accounts');
  const text = `the carrier has no ${who}: no call can reach their agents; correct the addresses of the agents, or create the accounts`;
  return [{ code: 'sip-account-missing', section: '4.5', text }];
}

/** The interface document names the list of allowed addresses, but does not say what it does. */
function addressWarnings({ sipAccounts, ownAddressesGiven }: CarrierFacts): Warning[] {
  const restricted = sipAccounts.flatMap(({ name, allowedIps }) =>
    allowedIps?.kind === 'answered' && allowedIps.value.entries > 0
      ? [{ name, missing: allowedIps.value.missing }]
      : [],
  );
  const section = '4.5';
  if (!ownAddressesGiven) {
    if (restricted.length === 0) return [];
    const text = `the addresses that may use ${accounts(restricted)} are listed at the carrier, and this host's own address is not known: set DIALWRIGHT_PUBLIC_ADDRESS to have it checked`;
    return [{ code: 'public-address-not-given', section, text }];
  }
  const lacking = restricted.filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return [];
  const missing = [...new Set(lacking.flatMap((one) => one.missing))];
  const text = `${some(missing)} is not among the addresses that may use ${accounts(lacking)}; the document does not say whether that list is for the host that requests calls or for the agents' phones only: add it, or see that the phones are on the list`;
  return [{ code: 'public-address-not-allowed', section, text }];
}

function documentWarnings({ documents }: CarrierFacts): Warning[] {
  const without = documents.filter(
    ({ documents: asked }) =>
      asked.kind === 'not-found' || (asked.kind === 'answered' && asked.value === 0),
  );
  if (without.length === 0) return [];
  const names = without.map(({ number }) => number);
  const text = `the carrier has no documents of ${counted(names, 'the number', 'numbers')}: ask it whether their country needs any`;
  return [{ code: 'number-without-documents', section: '4.6', text }];
}

function balanceWarnings(
  { balance }: CarrierFacts,
  cost: Pick<CostRange, 'low' | 'high'> | null,
): Warning[] {
  if (balance.kind !== 'asked' || balance.answer.kind !== 'answered') return [];
  const { amount, currency } = balance.answer.value;
  const units = parseMoney(amount);
  const section = '7.1';
  if (units === undefined) {
    const text =
      'the balance could not be checked: what stands where it is declared is no decimal of at most nine digits and ten places';
    return [{ code: 'balance-unclear', section: '4.7', text }];
  }
  const shown = currency === null ? formatMoney(units) : `${formatMoney(units)} ${currency}`;
  if (units <= 0n) {
    const text = `the balance is ${shown}: the carrier refuses calls that cannot be paid for (402)`;
    return [{ code: 'balance-spent', section, text }];
  }
  if (cost === null || units >= cost.high) return [];
  if (units < cost.low) {
    const text = `the balance is ${shown}, and the campaign costs ${formatMoney(cost.low)} or more: the carrier will refuse calls (402) before all contacts were called`;
    return [{ code: 'balance-below-cost', section, text }];
  }
  const text = `the balance is ${shown}, and the campaign may cost up to ${formatMoney(cost.high)}: the carrier may refuse calls (402) towards its end`;
  return [{ code: 'balance-may-not-last', section, text }];
}

const AREAS = {
  'sip-accounts': { one: 'the SIP account', many: 'SIP accounts', section: '4.5' },
  'allowed-ips': {
    one: 'the allowed addresses of the SIP account',
    many: 'lists of allowed addresses, of the SIP accounts',
    section: '4.5',
  },
  numbers: { one: 'the list of numbers', many: 'lists of numbers', section: '4.6' },
  documents: { one: 'the documents of the number', many: 'lists of documents', section: '4.6' },
  balance: { one: 'the balance', many: 'balances', section: '4.7' },
} as const;
type Area = keyof typeof AREAS;

interface Unanswered {
  area: Area;
  /** Null: the area has only one. */
  name: string | null;
  fault: CarrierFault;
}

/** One warning for each fault of the carrier as a whole, and one for each area with a fault of its own. */
function faultWarnings(facts: CarrierFacts): Warning[] {
  const byCode = new Map<string, Unanswered[]>();
  for (const one of unanswered(facts)) {
    const code = codeOf(one);
    byCode.set(code, [...(byCode.get(code) ?? []), one]);
  }
  return [...byCode].map(([code, unanswered]) => {
    const [{ area, fault }] = unanswered as [Unanswered];
    const text = `${subjectsOf(unanswered)} could not be checked: ${reasonOf(fault)}`;
    return ofOneArea(fault) ? { code, section: AREAS[area].section, text } : { code, text };
  });
}

function unanswered(facts: CarrierFacts): Unanswered[] {
  const { sipAccounts, numbers, documents, balance } = facts;
  const found = (area: Area, name: string | null, asked: Asked<unknown> | null): Unanswered[] => {
    if (asked === null || asked.kind === 'answered') return [];
    if (asked.kind !== 'not-found') return [{ area, name, fault: asked }];
    // Missing accounts and documents are findings, not faults.
    if (area === 'sip-accounts' || area === 'documents') return [];
    return [
      { area, name, fault: { kind: 'unclear', why: 'the carrier answers that it does not exist' } },
    ];
  };
  return [
    ...sipAccounts.flatMap(({ name, account }) => found('sip-accounts', name, account)),
    ...sipAccounts.flatMap(({ name, allowedIps }) => found('allowed-ips', name, allowedIps)),
    ...found('numbers', null, numbers),
    ...documents.flatMap((one) => found('documents', one.number, one.documents)),
    ...(balance.kind === 'asked' ? found('balance', null, balance.answer) : []),
  ];
}

const ofOneArea = ({ kind }: CarrierFault) => kind === 'forbidden' || kind === 'unclear';

const codeOf = ({ area, fault }: Unanswered): string =>
  ofOneArea(fault) ? `${area}-${fault.kind}` : `carrier-${fault.kind}`;

function subjectsOf(unanswered: readonly Unanswered[]): string {
  const areas = [...new Set(unanswered.map(({ area }) => area))];
  return areas
    .map((area) => {
      const names = unanswered.filter((one) => one.area === area).map(({ name }) => name);
      const known = names.filter((name) => name !== null);
      const { one, many } = AREAS[area];
      return known.length === 0 ? one : counted(known, one, many);
    })
    .join('; ');
}

function reasonOf(fault: CarrierFault): string {
  switch (fault.kind) {
    case 'unreachable':
      return 'the carrier cannot be reached; run `dialwright doctor` to find out why';
    case 'too-late':
      return 'the carrier did not answer in time; ask again';
    case 'rate-limited':
      return 'the carrier limits how often it is asked; ask again later';
    case 'server-error':
      return 'the carrier had an error of its own (5xx); ask again later';
    case 'key-refused':
      return 'the carrier does not know the key (401): see DIALWRIGHT_CARRIER_API_KEY';
    case 'forbidden':
      return 'the key may not (403); ask the account manager for the permission';
    case 'unclear':
      return fault.why;
    default:
      return unreachable(fault);
  }
}

function notesOf(facts: CarrierFacts): Warning[] {
  const { balance, sipAccounts, sipAccountsLeftOut, documents, numbersLeftOut, numbers } = facts;
  const beside = numbers.kind === 'answered' ? numbers.value.beside : [];
  const note = (isSo: boolean, code: string, section: string, text: string): Warning[] =>
    isSo ? [{ code, section, text }] : [];
  return [
    ...note(
      sipAccountsLeftOut > 0,
      'sip-accounts-left-out',
      '4.5',
      `of ${sipAccounts.length + sipAccountsLeftOut} SIP accounts only ${sipAccounts.length} were asked for; ${sipAccountsLeftOut} were left out`,
    ),
    ...note(
      numbersLeftOut > 0,
      'numbers-left-out',
      '4.6',
      `of ${documents.length + numbersLeftOut} numbers the documents of only ${documents.length} were asked for; ${numbersLeftOut} were left out`,
    ),
    ...note(
      beside.length > 0,
      'numbers-may-be-more',
      '4.6',
      `the list of numbers came with other fields beside it (${some(beside)}): it may be one page of several, and only it was read`,
    ),
    ...note(
      balance.kind === 'not-declared',
      'balance-not-declared',
      '4.7',
      'the balance was not asked for: the document does not show how; declare a GET as operations.balance of the carrier profile, with read.amount',
    ),
  ];
}

const MOST_NAMES = 5;

const some = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');

const counted = (names: readonly string[], one: string, many: string): string =>
  names.length === 1 ? `${one} ${names[0]}` : `${names.length} ${many} (${some(names)})`;

const accounts = (restricted: readonly { name: string }[]): string =>
  counted(
    restricted.map(({ name }) => name),
    'the SIP account',
    'SIP accounts',
  );
