/** Which answers of the carrier become which warnings, word for word. */
import { describe, expect, test } from 'vitest';
import type {
  Asked,
  AskedSipAccount,
  CarrierFacts,
  CarrierFault,
} from '../../../../src/domain/planning/preflight/carrier-facts.ts';
import { carrierFindings } from '../../../../src/domain/planning/preflight/carrier-findings.ts';
import { UNIT } from '../rehearsal/planned.ts';

const answered = <Value>(value: Value): Asked<Value> => ({ kind: 'answered', value });
const account = (name: string, said: Partial<AskedSipAccount> = {}): AskedSipAccount => ({
  name,
  account: answered(null),
  allowedIps: answered({ entries: 0, missing: [] }),
  ...said,
});
const balance = (amount: string, currency: string | null = 'EUR'): CarrierFacts['balance'] => ({
  kind: 'asked',
  answer: answered({ amount, currency }),
});

const SOUND: CarrierFacts = {
  ownAddressesGiven: true,
  sipAccounts: [account('desk-1'), account('desk-2')],
  sipAccountsLeftOut: 0,
  numbers: answered({ count: 2, beside: [] }),
  documents: [
    { number: '+12025550190', documents: answered(1) },
    { number: '+12025550191', documents: answered(2) },
  ],
  numbersLeftOut: 0,
  balance: balance('1000'),
};
const COST = { low: 20n * UNIT, high: 60n * UNIT };

const findings = (said: Partial<CarrierFacts>, cost: typeof COST | null = COST) =>
  carrierFindings({ ...SOUND, ...said }, cost);
/** As `code (section): text`. */
const warnings = (said: Partial<CarrierFacts>, cost: typeof COST | null = COST) =>
  findings(said, cost).warnings.map(
    ({ code, section, text }) => `${code} (${section ?? 'none'}): ${text}`,
  );

test('where all is there, there is no finding', () => {
  expect(findings({})).toEqual({ warnings: [], notes: [] });
});

describe('SIP accounts', () => {
  const missing = (name: string) =>
    account(name, { account: { kind: 'not-found' }, allowedIps: null });

  test('one that the carrier does not have', () => {
    expect(warnings({ sipAccounts: [account('desk-1'), missing('desk-2')] })).toEqual([
      'sip-account-missing (4.5): the carrier has no SIP account desk-2: no call can reach their agents; correct the addresses of the agents, or create the accounts',
    ]);
  });

  test('many are one warning, with a few by name', () => {
    const sipAccounts = Array.from({ length: 7 }, (_, index) => missing(`desk-${index}`));
    expect(warnings({ sipAccounts })[0]).toContain(
      'no 7 SIP accounts (desk-0, desk-1, desk-2, desk-3, desk-4, …): no call',
    );
  });
});

describe('allowed addresses', () => {
  const restricted = (missing: string[]) =>
    account('desk-2', { allowedIps: answered({ entries: 2, missing }) });

  test('a list that covers ours causes no finding', () => {
    expect(warnings({ sipAccounts: [restricted([])] })).toEqual([]);
  });

  test('one that does not is named with what it lacks, and with what the document leaves open', () => {
    expect(warnings({ sipAccounts: [account('desk-1'), restricted(['192.0.2.9'])] })).toEqual([
      "public-address-not-allowed (4.5): 192.0.2.9 is not among the addresses that may use the SIP account desk-2; the document does not say whether that list is for the host that requests calls or for the agents' phones only: add it, or see that the phones are on the list",
    ]);
  });

  test('where our own address is not known, only a list that holds something is a finding', () => {
    expect(warnings({ ownAddressesGiven: false })).toEqual([]);
    expect(warnings({ ownAddressesGiven: false, sipAccounts: [restricted([])] })).toEqual([
      "public-address-not-given (4.5): the addresses that may use the SIP account desk-2 are listed at the carrier, and this host's own address is not known: set DIALWRIGHT_PUBLIC_ADDRESS to have it checked",
    ]);
  });
});

test.each<[string, Asked<number>]>([
  ['an empty list', answered(0)],
  ['none known', { kind: 'not-found' }],
])('a number without documents: %s', (_name, documents) => {
  expect(warnings({ documents: [{ number: '+12025550191', documents }] })).toEqual([
    'number-without-documents (4.6): the carrier has no documents of the number +12025550191: ask it whether their country needs any',
  ]);
});

describe('the balance', () => {
  test.each([
    ['60', []],
    ['59.9999999999', ['balance-may-not-last']],
    ['20.00', ['balance-may-not-last']],
    ['19.9999999999', ['balance-below-cost']],
    ['1e-10', ['balance-below-cost']],
    ['0', ['balance-spent']],
    ['-3.5', ['balance-spent']],
    ['1,000', ['balance-unclear']],
    ['12345678901', ['balance-unclear']],
    ['0.00000000001', ['balance-unclear']],
  ])('%s against 20 to 60, to the last place', (amount, codes) => {
    expect(findings({ balance: balance(amount) }).warnings.map(({ code }) => code)).toEqual(codes);
  });

  test('in words, with the currency where it is known', () => {
    expect(warnings({ balance: balance('19.5') })).toEqual([
      'balance-below-cost (7.1): the balance is 19.5 EUR, and the campaign costs 20 or more: the carrier will refuse calls (402) before all contacts were called',
    ]);
    expect(warnings({ balance: balance('30', null) })).toEqual([
      'balance-may-not-last (7.1): the balance is 30, and the campaign may cost up to 60: the carrier may refuse calls (402) towards its end',
    ]);
  });

  test('without a known cost only a spent balance is worth a word', () => {
    expect(warnings({ balance: balance('0.01') }, null)).toEqual([]);
    expect(warnings({ balance: balance('0') }, null)).toEqual([
      'balance-spent (7.1): the balance is 0 EUR: the carrier refuses calls that cannot be paid for (402)',
    ]);
  });

  test('one that is not declared is a note', () => {
    const { warnings, notes } = findings({ balance: { kind: 'not-declared' } });
    expect(warnings).toEqual([]);
    expect(notes).toEqual([
      {
        code: 'balance-not-declared',
        section: '4.7',
        text: 'the balance was not asked for: the document does not show how; declare a GET as operations.balance of the carrier profile, with read.amount',
      },
    ]);
  });
});

describe('what could not be asked', () => {
  const all = (fault: CarrierFault): Partial<CarrierFacts> => ({
    sipAccounts: [account('desk-1', { account: fault, allowedIps: fault })],
    numbers: fault,
    documents: [{ number: '+12025550190', documents: fault }],
    balance: { kind: 'asked', answer: fault },
  });

  test.each<[CarrierFault['kind'], string]>([
    ['unreachable', 'the carrier cannot be reached; run `dialwright doctor` to find out why'],
    ['too-late', 'the carrier did not answer in time; ask again'],
    ['rate-limited', 'the carrier limits how often it is asked; ask again later'],
    ['server-error', 'the carrier had an error of its own (5xx); ask again later'],
    ['key-refused', 'the carrier does not know the key (401): see DIALWRIGHT_CARRIER_API_KEY'],
  ])('the carrier as a whole, %s: one warning that names it all', (kind, why) => {
    expect(warnings(all({ kind } as CarrierFault))).toEqual([
      `carrier-${kind} (none): the SIP account desk-1; the allowed addresses of the SIP account desk-1; the list of numbers; the documents of the number +12025550190; the balance could not be checked: ${why}`,
    ]);
  });

  test('a missing permission, area by area: no failure, and not the same as not being there', () => {
    const why =
      'could not be checked: the key may not (403); ask the account manager for the permission';
    expect(warnings(all({ kind: 'forbidden' }))).toEqual([
      `sip-accounts-forbidden (4.5): the SIP account desk-1 ${why}`,
      `allowed-ips-forbidden (4.5): the allowed addresses of the SIP account desk-1 ${why}`,
      `numbers-forbidden (4.6): the list of numbers ${why}`,
      `documents-forbidden (4.6): the documents of the number +12025550190 ${why}`,
      `balance-forbidden (4.7): the balance ${why}`,
    ]);
  });

  test('an answer that cannot be judged is reported as it is', () => {
    const numbers: CarrierFault = { kind: 'unclear', why: 'an entry has no number' };
    expect(warnings({ numbers, documents: [] })).toEqual([
      'numbers-unclear (4.6): the list of numbers could not be checked: an entry has no number',
    ]);
  });

  test('a list that is not there, of an account that is, is no missing account', () => {
    const sipAccounts = [account('desk-1', { allowedIps: { kind: 'not-found' } })];
    expect(warnings({ sipAccounts })).toEqual([
      'allowed-ips-unclear (4.5): the allowed addresses of the SIP account desk-1 could not be checked: the carrier answers that it does not exist',
    ]);
  });
});

test('what was left out is reported, with its count', () => {
  const numbers = answered({ count: 3, beside: ['total', 'next'] });
  expect(findings({ sipAccountsLeftOut: 40, numbersLeftOut: 3, numbers }).notes).toEqual([
    {
      code: 'sip-accounts-left-out',
      section: '4.5',
      text: 'of 42 SIP accounts only 2 were asked for; 40 were left out',
    },
    {
      code: 'numbers-left-out',
      section: '4.6',
      text: 'of 5 numbers the documents of only 2 were asked for; 3 were left out',
    },
    {
      code: 'numbers-may-be-more',
      section: '4.6',
      text: 'the list of numbers came with other fields beside it (total, next): it may be one page of several, and only it was read',
    },
  ]);
});
