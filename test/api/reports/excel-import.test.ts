/** What is exported for Excel in any language, our import reads back: the same numbers, names and data. */
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXCEL_NAMES, type ExcelName } from '../../../src/domain/spreadsheets/excel-forms.ts';
import { rowsOf } from '../../../src/api/contacts/row-bodies.ts';
import { ContactReader } from '../../../src/api/contacts/rows/contact-rows.ts';
import { spool } from '../../../src/api/contacts/spool.ts';
import { CONTACT_REPORT_COLUMNS } from '../../../src/api/reports/contact-columns.ts';
import { csvOf } from '../../../src/api/reports/report-stream.ts';

const PIECES =
  '=1 + - @ \' " ; , . / : % € ( ) 0 7 00123 1E5 12:30 SEP Mai mrz true WAHR Jürgen Zoë 李'
    .split(' ')
    .concat('\t', ' ');
const written = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join('').trim())
  .filter((each) => each !== '');
const optional = fc.option(written);

/** JSON has none. */
const withoutMinusZero = (each: number): number => (each === 0 ? 0 : each);

/** From ranges that are kept for fiction. */
const number = fc
  .tuple(
    fc.constantFrom('+1202555', '+442079460', '+493023125'),
    fc.integer({ min: 100, max: 199 }),
  )
  .map(([prefix, last]) => `${prefix}${prefix === '+1202555' ? '0' : ''}${last}`);

const value = fc.oneof(
  written,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(withoutMinusZero),
  fc.boolean(),
);
const contact = fc.record({
  number,
  name: optional,
  row_key: optional,
  person_key: optional,
  number_label: optional,
  company: optional,
  language: optional,
  data: fc.option(fc.dictionary(written, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true })),
});
type Contact = typeof contact extends fc.Arbitrary<infer Each> ? Each : never;

const REST = {
  position: 1,
  state: 'due',
  disposition: null,
  calls: 0,
  due_at: '2026-11-23T09:00:00.000Z',
  due_reason: null,
  agent_id: null,
  zone_source: 'campaign',
  zones: null,
  not_before: null,
  not_after: null,
  number_place: null,
  campaign_id: 'c1',
  campaign_name: 'Frühling; =1',
  agent_name: null,
};

const exported = (contacts: readonly Contact[], name: ExcelName): Promise<string> => {
  const rows = contacts.map((each) => ({ ...REST, ...each }));
  return text(csvOf(rows as never, CONTACT_REPORT_COLUMNS, { for: name, zone: 'Europe/Berlin' }));
};

async function imported(csv: string): Promise<object[]> {
  await using spooled = await spool(Readable.from([Buffer.from(csv)]), 1e6);
  const reader = new ContactReader({ countries: null, zones: null, nowMs: Date.now() });
  const found: object[] = [];
  for await (const row of rowsOf({ format: 'table', spooled, encoding: null })) {
    found.push(...reader.read(row, 'list'));
  }
  return found;
}

const expected = (each: Contact) => ({
  contact: expect.objectContaining({
    number: each.number,
    name: each.name,
    rowKey: each.row_key,
    details: { company: each.company, language: each.language, data: each.data },
    ...(each.person_key === null
      ? {}
      : { person: { person: each.person_key, place: null, label: each.number_label } }),
  }),
});

test.each(EXCEL_NAMES)('%s: any texts come back as they were', async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 4 }), async (contacts) => {
      const read = await imported(await exported(contacts, name));
      expect(read).toMatchObject(contacts.map(expected));
    }),
    { numRuns: 40 },
  );
});
