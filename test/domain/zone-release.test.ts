import { expect, test } from 'vitest';
import { NODE_RELEASE, releaseIn, whyZoneRulesOld } from '../../src/domain/zone-release.ts';

const { release, publishedOn } = NODE_RELEASE;
const DAY = 86_400_000;
const published = Date.parse(publishedOn);
const old = (said: Partial<Parameters<typeof whyZoneRulesOld>[0]>, nowMs: number) =>
  whyZoneRulesOld({ release, machineRelease: null, maxAgeDays: 120, ...said }, nowMs);

test('a release stands in the first line of what a machine has', () => {
  expect(releaseIn('# version 2026c\n# This zic input')).toBe('2026c');
  expect(releaseIn('2026f\n')).toBe('2026f');
  expect(releaseIn('2026za')).toBe('2026za');
  expect(['', '# version', 'abc2026'].map(releaseIn)).toEqual([undefined, undefined, undefined]);
});

test('older than the machine’s is too old, whatever its age', () => {
  expect(old({ machineRelease: '2098a' }, published)).toContain(
    `IANA ${release}, and this machine`,
  );
  expect(old({ release: '2098z', machineRelease: '2098za' }, published)).toContain('2098za');
  expect(old({ machineRelease: release }, published)).toBeNull();
  expect(old({ machineRelease: '2025b' }, published)).toBeNull();
});

test('so is what may be older than the age that was set', () => {
  expect(old({}, published + 121 * DAY - 1)).toBeNull();
  expect(old({}, published + 121 * DAY)).toContain('may be 121 days old');
  expect(old({ maxAgeDays: 200 }, published + 121 * DAY)).toBeNull();
});

test('of another release the year is known, and whether it came after the one that Node carries', () => {
  expect(old({ release: '2025b' }, Date.parse('2025-05-02'))).toContain('may be 121 days old');
  expect(old({ release: '2098b' }, Date.parse('2098-04-30'))).toBeNull();
  expect(old({ release: `${release}a` }, published + 120 * DAY)).toBeNull();
});

test('a release that is not known is shown as such', () => {
  expect(old({ release: null }, published)).toContain('not known');
});
