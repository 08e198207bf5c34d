import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askConsent, type ConsentFact } from '../../../src/domain/contacts/consent.ts';
import { CONSENT_KIND_NAMES, CONSENT_NEEDS } from '../../../src/domain/rules/consent-kinds.ts';

const fact = (kind: ConsentFact['kind'], more: Partial<ConsentFact> = {}): ConsentFact => ({
  kind,
  purpose: null,
  atMs: 10,
  expiresAtMs: null,
  version: 1,
  ...more,
});
const OFFERS = { needed: 'prior-consent', purpose: 'offers' } as const;
const allowed = (facts: ConsentFact[], rule: Parameters<typeof askConsent>[0] = OFFERS) =>
  askConsent(rule, facts, 100).allowed;

describe('a consent', () => {
  test('that is not recorded is none, but for who needs only that nobody objected', () => {
    expect(CONSENT_NEEDS.map((needed) => allowed([], { ...OFFERS, needed }))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('counts until the instant at which it expires', () => {
    expect(allowed([fact('granted', { expiresAtMs: 101 })])).toBe(true);
    expect(allowed([fact('granted', { expiresAtMs: 100 })])).toBe(false);
  });

  test('for another purpose, or for one where the campaign names none, does not count', () => {
    const facts = [fact('granted', { purpose: 'service' })];
    expect(allowed(facts)).toBe(false);
    expect(allowed(facts, { ...OFFERS, purpose: null })).toBe(false);
  });

  test('is not what an inquiry or a contract is, which count as a relation', () => {
    for (const kind of ['inquiry', 'contract'] as const) {
      expect(allowed([fact(kind)])).toBe(false);
      expect(allowed([fact(kind)], { ...OFFERS, needed: 'relation' })).toBe(true);
    }
  });
});

describe('an objection', () => {
  test('holds until a later consent, and again once that expires', () => {
    const objected = fact('objected', { atMs: 20 });
    const facts = [objected, fact('granted', { atMs: 21, expiresAtMs: 100 })];
    expect(allowed([objected, fact('granted')])).toBe(false);
    expect(askConsent(OFFERS, facts, 99).allowed).toBe(true);
    expect(askConsent(OFFERS, facts, 100)).toEqual({ allowed: false, by: objected });
  });

  test('is not lifted by a contract', () => {
    const facts = [fact('objected', { atMs: 20 }), fact('contract', { atMs: 30 })];
    expect(allowed(facts, { ...OFFERS, needed: 'relation' })).toBe(false);
  });

  test('to another purpose does not count, but where the campaign names none', () => {
    const facts = [fact('objected', { purpose: 'service' })];
    const rule = { needed: 'no-objection' } as const;
    expect(allowed(facts, { ...rule, purpose: 'offers' })).toBe(true);
    expect(allowed(facts, { ...rule, purpose: null })).toBe(false);
  });

  test('at the instant of a consent counts, unless the consent was recorded later', () => {
    expect(allowed([fact('granted'), fact('objected')])).toBe(false);
    expect(allowed([fact('granted', { version: 2 }), fact('objected')])).toBe(true);
  });
});

const facts = fc.array(
  fc.record({
    kind: fc.constantFrom(...CONSENT_KIND_NAMES),
    purpose: fc.constantFrom(null, 'offers', 'service'),
    atMs: fc.nat(50),
    expiresAtMs: fc.option(fc.nat(150), { nil: null }),
    version: fc.nat(5),
  }),
  { maxLength: 6 },
);
const rule = fc.record({
  needed: fc.constantFrom(...CONSENT_NEEDS),
  purpose: fc.constantFrom(null, 'offers'),
});

test('the order of the events does not matter, and one more objection never allows a call', () => {
  fc.assert(
    fc.property(facts, rule, fc.nat(50), (given, asked, atMs) => {
      const before = allowed(given, asked);
      expect(allowed(given.toReversed(), asked)).toBe(before);
      const after = allowed([...given, fact('revoked', { atMs })], asked);
      expect(after && !before).toBe(false);
    }),
  );
});

test('who may be called with a consent may be called with a relation, and so without an objection', () => {
  fc.assert(
    fc.property(facts, rule, (given, { purpose }) => {
      const answers = CONSENT_NEEDS.map((needed) => allowed(given, { needed, purpose }));
      expect(answers).toEqual(answers.toSorted((one, other) => Number(other) - Number(one)));
    }),
  );
});
