/** Strings that stand for what must not leak, one of a kind each, and the search for them. */
import { createHash } from 'node:crypto';

/** All numbers are from the range reserved for fiction; the last four digits decide what happens to the call. */
const NATIONAL = ['0115', '0125', '0135', '0145', '0161', '0162', '0163', '0164', '0175', '0185'];

export const NUMBERS = NATIONAL.map((digits) => `+1202555${digits}`);
export const NAMES = NATIONAL.map((digits) => `Canary${letters(digits)} Odette`);
export const ROW_KEYS = NATIONAL.map((digits) => `canary-row-${digits}`);

/** Given to the product on purpose: they belong into the store. */
export const KEPT = {
  campaignName: 'CanaryCampaign Tristan',
  agentName: 'CanaryAgent Isolde',
  sipAccount: 'canary-sip-account',
  streamToken: 'canary-stream-token',
  agentCallerId: '+12025550191',
  directNumber: '+12025550195',
  directName: 'CanaryDirect Marke',
  callbackNumber: '+12025550196',
  callbackName: 'CanaryCallback Brangaene',
  stopReason: 'canary stop reason',
  eventNumber: '12025550192',
  eventWord: 'canary_event_word',
  bodyField: 'canary-body-field',
  deliveredSignature: 'canary-delivered-signature',
  idempotencyKey: 'canary-idempotency-key',
} as const;

/** Secrets, and what only passes through. */
export const PASSING = {
  apiKey: 'canary-api-key-0123456789',
  carrierKey: 'canary-carrier-key-0123456789',
  hookSecret: 'canary-hook-secret-of-more-than-32-characters',
  userAgent: 'CanaryBrowser/1.0',
  wrongKey: 'canary-wrong-key-0123456789',
  wrongToken: 'canary-wrong-token-abc',
  lookedUpSignature: 'canary-looked-up-signature',
  invalid: 'canary-invalid-input',
  invalidNumber: '+1202555019712345678',
  forged: 'canary-forged-line',
  forwardedHost: 'canary-forwarded.example',
} as const;

/** Tries to end a line of a log, to begin one of its own, and to colour the rest. */
export const FORGERY = `\r\n{"level":60,"msg":"${PASSING.forged}"}\r\n\u001b[31m\u009b31m`;

/**
 * Every canary by its name, in each form in which it could be found again: as it is, without its plus, in
 * base64 at each offset, as a plain hash.
 */
export class Canaries {
  readonly #forms = new Map<string, string[]>();

  constructor(values: Record<string, string | readonly string[]>) {
    for (const [name, value] of Object.entries(values)) this.add(name, [value].flat());
  }

  add(name: string, values: readonly string[]): void {
    for (const value of values) this.#forms.set(`${name} ${value}`, formsOf(value));
  }

  get count(): number {
    return this.#forms.size;
  }

  /** The names of those that `text` holds. */
  foundIn(text: string | Buffer): string[] {
    const haystack = typeof text === 'string' ? text : text.toString('latin1');
    return [...this.#forms]
      .filter(([, forms]) => forms.some((form) => haystack.includes(form)))
      .map(([name]) => name);
  }
}

function formsOf(value: string): string[] {
  const plain = value.replace(/^\+/, '');
  const hash = createHash('sha256').update(value).digest();
  return [plain, encodeURIComponent(plain), ...base64Forms(plain), hash.toString('hex')];
}

// What stands before the text shifts it against the groups of three bytes; the edges belong to the neighbours.
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('\0'.repeat(shift) + text).toString('base64');
    return encoded.replace(/=*$/, '').slice(shift === 0 ? 0 : 4, -4);
  });
}

function letters(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));
}
