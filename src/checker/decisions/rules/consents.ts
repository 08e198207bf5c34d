/** Consent: what was recorded of the number allowed the call, by the policy in force. */
import type { ConsentLine, FileLine, StatedConsent } from '../decision-lines.ts';
import { millis, millisOr, type Judged, type Rule } from '../rule.ts';

const FORBID = ['revoked', 'objected'];
const ALLOW: Record<string, string[]> = {
  'no-objection': [],
  relation: ['granted', 'inquiry', 'contract'],
  'prior-consent': ['granted'],
};

export class Consents implements Rule {
  readonly id = 'CONSENT';
  readonly rule = 'no POST without the consent that the policy needs, and none after an objection';
  readonly #lines = new Map<string, ConsentLine[]>();

  take(line: FileLine): void {
    if (line.type !== 'consent' || line.number === null) return;
    const before = this.#lines.get(line.number) ?? [];
    const isSame = (one: ConsentLine) => JSON.stringify(one) === JSON.stringify(line);
    // Each page of the export has the lines of its numbers again.
    if (!before.some(isSame)) this.#lines.set(line.number, [...before, line]);
  }

  judge({ line, record, inForce, intentMs }: Judged): string[] | undefined {
    const rule = inForce.consent ?? null;
    const stated = record.consent ?? null;
    if (rule === null)
      return stated === null ? undefined : ['it asked for a consent, and the policy needs none'];
    if (stated === null) return [`it asked for no consent, and the policy needs ${rule.needed}`];
    const faults: string[] = [];
    if (stated.needed !== rule.needed || stated.purpose !== rule.purpose)
      faults.push(`it asked for ${shown(stated)}, and the policy needs ${shown(rule)}`);
    const allowing = ALLOW[rule.needed];
    if (!allowing) return [...faults, `${rule.needed} is no kind of consent`];
    if (allowing.length > 0) faults.push(...statedFaults(stated, allowing, intentMs));
    if (line.number === null) return faults;
    const known = (this.#lines.get(line.number) ?? []).filter(
      ({ version }) => version <= record.suppression.version,
    );
    if (known.length !== stated.recorded)
      faults.push(
        `it read ${stated.recorded} events of the number, and ${known.length} were recorded`,
      );
    const fault = whyNot(rule, known, intentMs);
    return fault === undefined ? faults : [...faults, fault];
  }
}

type Asked = Pick<StatedConsent, 'needed' | 'purpose'>;
const shown = ({ needed, purpose }: Asked): string =>
  purpose === null ? needed : `${needed} for ${purpose}`;

function statedFaults({ by }: StatedConsent, allowing: string[], atMs: number): string[] {
  if (by === null) return ['nothing is said to have allowed it'];
  if (!allowing.includes(by.kind)) return [`it is said to be allowed by ${by.kind}`];
  return millisOr(by.expires_at, Infinity) <= atMs
    ? [`the ${by.kind} that allowed it expired at ${by.expires_at}`]
    : [];
}

/** Undefined: it was allowed. */
function whyNot(
  { needed, purpose }: Asked,
  lines: ConsentLine[],
  atMs: number,
): string | undefined {
  const yes = (kinds: string[]) =>
    lines.filter(
      (line) =>
        kinds.includes(line.kind) &&
        (line.purpose === null || line.purpose === purpose) &&
        millisOr(line.expires_at, Infinity) > atMs,
    );
  const objections = lines.filter(
    (line) =>
      FORBID.includes(line.kind) &&
      (line.purpose === null || purpose === null || line.purpose === purpose),
  );
  const standing = objections.find(
    (no) => !yes(['granted']).some((consent) => comesAfter(consent, no)),
  );
  if (standing)
    return `the person had ${standing.kind} at ${standing.at}, and no consent came after it`;
  const allowing = ALLOW[needed]!;
  return allowing.length > 0 && yes(allowing).length === 0
    ? `no ${shown({ needed, purpose })} was recorded that counted then`
    : undefined;
}

function comesAfter(one: ConsentLine, other: ConsentLine): boolean {
  const [ones, others] = [millis(one.at), millis(other.at)];
  return ones > others || (ones === others && one.version > other.version);
}
