import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaText } from '../../../src/domain/areas/area-text.ts';
import { areaPrefixOf } from '../../../src/domain/areas/area-of-number.ts';
import { AreaReader, contactArea, type AreaFacts } from '../../../src/domain/areas/contact-area.ts';
import { openSpansOn } from '../../../src/domain/contacts/open-spans.ts';
import { DAY_MS } from '../../../src/domain/zone.ts';

const AT = Date.parse('2026-11-26T12:00:00Z');
const HOUR_MS = 3_600_000;

interface Row {
  country?: string;
  region?: string;
  postalCode?: string;
  number?: string;
  type?: string | null;
  numberCountry?: string | null;
}

function factsOf(row: Row): AreaFacts {
  const { number: e164 = '+12125550123', type = 'FIXED_LINE_OR_MOBILE' } = row;
  const { numberCountry = 'US' } = row;
  return {
    country: row.country ?? null,
    region: row.region ?? null,
    postalCode: row.postalCode ?? null,
    number: { country: numberCountry, prefix: areaPrefixOf({ e164, type }) },
  };
}

function judge(row: Row) {
  const { evidence, zones } = new AreaReader(AT).read(factsOf(row))!;
  const area = contactArea(evidence);
  return { ...area, zones, text: areaText(area) };
}

/** Open hours of a weekday from 9 to 20, in all zones. */
function hoursOf(zones: readonly string[]): number {
  const window = {
    hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute: 540, toMinute: 1200 }],
    closedDates: [],
    ringMarginMs: 0,
  };
  const day = Math.floor(AT / DAY_MS);
  const spans = [day, day + 1].flatMap((each) => openSpansOn(window, zones, each));
  return spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / HOUR_MS / 2;
}

describe('a number without a place is given no area', () => {
  test.each([
    ['toll-free', '+18005550123', 'TOLL_FREE'],
    ['personal', '+15005550123', 'PERSONAL_NUMBER'],
    ['mobile', '+61491570156', 'MOBILE'],
    ['of no known range', '+12125550123', null],
  ])('%s', (_name, e164, type) => expect(areaPrefixOf({ e164, type })).toBeUndefined());

  test('and only its country counts, as before', () => {
    const { areas, zones } = judge({ number: '+18005550123', type: 'TOLL_FREE' });
    expect(areas).toEqual(['US']);
    expect(hoursOf(zones)).toBeLessThanOrEqual(6);
  });
});

describe('the area of a number', () => {
  test.each([
    ['+12125550123', ['US-NY'], 11],
    ['+13055550123', ['US-FL'], 11],
    ['+13125550123', ['US-IL'], 11],
    ['+18085550123', ['US-HI'], 11],
    // Area codes in two zones: both must be open.
    ['+18505550123', ['US-FL'], 10],
    ['+12085550123', ['US-ID'], 10],
    ['+16065550123', ['US-KY'], 10],
  ])('%s is in %j and has %d hours', (number, areas, hours) => {
    const found = judge({ number });
    expect(found.areas).toEqual(areas);
    expect(hoursOf(found.zones)).toBe(hours);
  });

  test('of another country is narrowed to the zones of its prefix', () => {
    const landline = { number: '+61890001234', type: 'FIXED_LINE', numberCountry: 'AU' };
    expect(judge(landline)).toMatchObject({ areas: ['AU'], mismatch: false });
    expect(hoursOf(judge(landline).zones)).toBeGreaterThan(8);
  });

  test('an area code of another country than the number’s says nothing', () => {
    expect(judge({ number: '+12125550123', numberCountry: 'CA' }).areas).toEqual(['CA']);
  });
});

describe('the address', () => {
  const tollFree = { number: '+18005550123', type: 'TOLL_FREE' };
  test.each<[Row, string, number]>([
    [{ region: 'NY' }, 'US-NY', 11],
    [{ region: 'New York' }, 'US-NY', 11],
    [{ region: 'us-ny' }, 'US-NY', 11],
    [{ postalCode: '10001' }, 'US-NY', 11],
    [{ postalCode: '2139' }, 'US-MA', 11],
    [{ region: 'FL' }, 'US-FL', 10],
    [{ region: 'Texas' }, 'US-TX', 10],
    [{ region: 'TN' }, 'US-TN', 10],
    [{ region: 'KY' }, 'US-KY', 10],
    [{ region: 'IN' }, 'US-IN', 10],
    [{ region: 'ID' }, 'US-ID', 10],
    [{ region: 'ON', country: 'CA' }, 'CA-ON', 10],
  ])('%j is %s, with %d hours', (row, area, hours) => {
    const of = row.country ?? 'US';
    const found = judge({ ...tollFree, numberCountry: of, ...row });
    expect(found).toMatchObject({ areas: [area], mismatch: false });
    expect(hoursOf(found.zones)).toBe(hours);
  });

  test('a province is found where the list names no country', () => {
    const found = judge({ region: 'ON', number: '+14165550123', numberCountry: 'CA' });
    expect(found).toMatchObject({ areas: ['CA-ON'], mismatch: false });
    expect(judge({ region: 'ON' })).toMatchObject({ mismatch: true });
  });

  test('a postal code in two states leaves both', () => {
    expect(judge({ ...tollFree, postalCode: '83414' }).areas).toEqual(['US-ID', 'US-WY']);
  });

  test('a region that nobody knows says nothing', () => {
    expect(judge({ region: 'Narnia' }).areas).toEqual(['US-NY']);
  });
});

describe('several sources', () => {
  test('that agree are all named', () => {
    const found = judge({ region: 'NY', postalCode: '10001', country: 'US' });
    expect(found.text).toBe('US-NY by region and postal code and number');
    expect(hoursOf(found.zones)).toBe(11);
  });

  test('that differ count all, and it is said', () => {
    const found = judge({ region: 'CA' });
    expect(found).toMatchObject({ areas: ['US-CA', 'US-NY'], mismatch: true });
    expect(hoursOf(found.zones)).toBe(8);
    expect(found.text).toBe('US-CA by region, but US-NY by number: the hours of all count');
  });

  test('an address in another country than the number differs too', () => {
    const found = judge({ country: 'DE' });
    expect(found).toMatchObject({ areas: ['DE', 'US-NY'], mismatch: true });
    expect(hoursOf(found.zones)).toBe(5);
  });

  test('the zones of every source must be open, whatever the sources say', () => {
    const text = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const rows = fc.record({
      country: text('US', 'CA', 'DE', 'AU'),
      region: text('FL', 'Texas', 'ON', 'NSW', 'unknown'),
      postalCode: text('10001', '83414', 'K1A 0B1', '2880'),
      number: fc.constantFrom('+12125550123', '+18505550123', '+18675550123'),
    });
    fc.assert(
      fc.property(rows, (row) => {
        const { country, region, postalCode, number } = row;
        const found = judge({
          number,
          ...(country && { country }),
          ...(region && { region }),
          ...(postalCode && { postalCode }),
        });
        for (const { zones } of found.sources) {
          expect(hoursOf([...found.zones, ...zones])).toBe(hoursOf(found.zones));
        }
        expect(found.mismatch && found.areas.length < 2).toBe(false);
      }),
    );
  });
});

describe('the data', () => {
  const zonesIn = (country: string, region: string) =>
    judge({ country, region, number: '+18005550123', type: 'TOLL_FREE', numberCountry: null });

  test.each([
    [
      'US',
      'AL AZ AR CA CO CT DE DC GA HI IL IA LA ME MD MA MN MS MO MT NH NJ NM NY NC OH OK PA RI SC UT VT VA WA WV WI WY',
    ],
    ['CA', 'AB MB NB NS PE'],
    ['AU', 'ACT QLD SA TAS VIC WA'],
  ])('of %s has the eleven hours of subdivisions with one zone', (country, codes) => {
    // The Navajo Nation in Arizona has another clock in summer only.
    const hours = codes.split(' ').map((code) => [code, hoursOf(zonesIn(country, code).zones)]);
    expect(hours.filter(([, each]) => each !== 11)).toEqual([]);
  });

  test.each([
    ['US', 'AK FL ID IN KS KY MI NE NV ND OR SD TN TX'],
    ['CA', 'BC NL NT NU ON QC'],
  ])('of %s has less for those with several', (country, codes) => {
    const whole = codes.split(' ').filter((code) => hoursOf(zonesIn(country, code).zones) >= 11);
    expect(whole).toEqual([]);
  });
});
