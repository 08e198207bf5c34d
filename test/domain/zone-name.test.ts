import { describe, expect, test } from 'vitest';
import { IANA_ZONES } from '../../src/domain/iana-zones.ts';
import { isZone, readZone } from '../../src/domain/zone-name.ts';
import { hasZoneData, offsetMsAt } from '../../src/domain/zone.ts';
import { icuZoneNames } from '../icu-zone-data.ts';

const faultOf = (text: string) => {
  const read = readZone(text);
  return 'fault' in read ? read.fault : `is ${read.zone}`;
};
const offeredIn = (fault: string): string[] =>
  (fault.split(': write ')[1] ?? '').match(/[A-Z][A-Za-z_]*(?:\/[A-Z][A-Za-z_]+)+/g) ?? [];
const inEachCase = (name: string) => [
  name,
  name.toLowerCase(),
  name.toUpperCase(),
  ` ${name.slice(0, 1).toLowerCase()}${name.slice(1).toUpperCase()} `,
];

/** The names of IANA, each with the zone that its files make of it. */
const zoneOfName = new Map(
  IANA_ZONES.trim()
    .split('\n')
    .flatMap((line) => {
      const [zone = '', ...links] = line.split(' ');
      return [zone, ...links].map((name) => [name, zone] as const);
    }),
);
/** The names that the runtime accepts: those of ICU, and what else `Intl` lists. */
const accepted = [...new Set([...icuZoneNames(), ...Intl.supportedValuesOf('timeZone')])].filter(
  hasZoneData,
);
const ofIana = accepted.filter((name) => zoneOfName.has(name));
const fixed = ['EST', 'MST', 'HST'];

describe('of the names that the runtime accepts', () => {
  test('every one that IANA does not have is refused, in any case', () => {
    const others = accepted.filter((name) => !zoneOfName.has(name));
    expect(others).toEqual(expect.arrayContaining(['BST', 'IST', 'AST', 'NST', 'SystemV/EST5']));
    expect(others.length).toBeGreaterThan(35);
    expect(others.flatMap(inEachCase).filter(isZone)).toEqual([]);
  });

  test('every one that IANA does not have is refused with zones to write instead', () => {
    const others = accepted.filter((each) => !zoneOfName.has(each) && each !== 'Etc/Unknown');
    const silent = others.filter((name) => offeredIn(faultOf(name)).length === 0);
    expect(silent).toEqual([]);
  });

  test('every one that IANA has is read as IANA spells it, in any case', () => {
    expect(ofIana.length).toBeGreaterThan(580);
    const spelled = ofIana
      .filter((name) => !fixed.includes(name))
      .flatMap((name) => inEachCase(name).map((text) => ({ name, text })));
    expect(spelled.filter(({ name, text }) => faultOf(text) !== `is ${name}`)).toEqual([]);
  });

  test('every one that IANA has means what IANA says', () => {
    const monthMs = 30 * 86_400_000;
    const instants = Array.from({ length: 48 }, (_, n) => Date.UTC(2024) + n * monthMs);
    const clocksOf = (zone: string) => instants.map((atMs) => offsetMsAt(zone, atMs)).join();
    const zones = ofIana.filter(isZone);
    const other = zones.filter((name) => clocksOf(name) !== clocksOf(zoneOfName.get(name)!));
    expect(other).toEqual([]);
  });
});

test('every zone of the runtime is known: `npm run generate -- zone-names` makes the list anew', () => {
  const unknown = Intl.supportedValuesOf('timeZone').filter((name) => !isZone(name));
  expect(unknown).toEqual([]);
});

test('every zone that is offered instead is one', () => {
  const source = [...icuZoneNames(), 'EDT', 'CDT', 'CEST', 'AEST', 'GST', 'NZDT', ...fixed];
  const offered = source
    .filter((name) => !isZone(name))
    .flatMap((name) => offeredIn(faultOf(name)));
  expect(offered.length).toBeGreaterThan(60);
  expect(offered.filter((zone) => !isZone(zone))).toEqual([]);
});

describe('refused, with the zone to write', () => {
  test.each([
    ['BST', 'must be an IANA time zone, and BST is none: write Europe/London'],
    ['bst', 'must be an IANA time zone, and BST is none: write Europe/London'],
    [
      'IST',
      'must be an IANA time zone, and IST is none: write Asia/Kolkata, Europe/Dublin or Asia/Jerusalem, whichever is meant',
    ],
    ['EST', 'must not be EST, which has the same offset all year: write America/New_York'],
    ['CEST', 'must be an IANA time zone, and CEST is none: write Europe/Berlin'],
    ['SystemV/PST8PDT', 'write America/Los_Angeles'],
    ['Factory', 'must be an IANA time zone such as Europe/Paris'],
    ['Etc/Unknown', 'must be an IANA time zone such as Europe/Paris'],
    ['+01:00', 'must be an IANA time zone such as Europe/Paris'],
    ['GMT+1', 'must be an IANA time zone such as Europe/Paris'],
    ['constructor', 'must be an IANA time zone such as Europe/Paris'],
    ['', 'must be an IANA time zone such as Europe/Paris'],
  ])('%s', (text, fault) => expect(faultOf(text)).toContain(fault));

  test.each(fixed)('%s', (name) => {
    for (const text of inEachCase(name)) expect(faultOf(text)).toContain(`must not be ${name}`);
  });
});
