/** Lists of contacts as spreadsheets have them: other titles, other delimiters, numbers without plus. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi();
});
afterAll(() => on.stop());

interface Report {
  id: string;
  accepted: number;
  rejected: number;
  left_out: { line: number; reason: string }[];
}
async function send(text: string, query: Record<string, string> = {}) {
  const campaign = await on.campaign();
  const url = `/v1/campaigns/${campaign}/contacts?${new URLSearchParams(query).toString()}`;
  const headers = { 'content-type': 'text/csv' };
  const answer = await on.call('POST', url, { headers, payload: text });
  const contacts = async () =>
    (await on.get(`/v1/campaigns/${campaign}/contacts`)).json<{
      data: { number: string; name: string | null; row_key: string | null }[];
    }>().data;
  return { campaign, answer, report: answer.json<Report>(), contacts };
}

describe('a header line', () => {
  test('with unknown titles is refused with each of them and a mapping that is taken as it is', async () => {
    const text =
      'ID,Mobile Phone,First name,Last name,Notes\n7,+12025550101,Ada,Example,calls back\n';
    const { answer } = await send(text);
    expect(answer.statusCode).toBe(422);
    const refused = answer.json<{ errors: object[]; suggested_mapping: object }>();
    expect(refused.errors).toEqual([
      { pointer: '#/1', detail: 'unknown column 1, ID: is it row_key?' },
      { pointer: '#/2', detail: 'unknown column 2, Mobile Phone: is it number?' },
      { pointer: '#/3', detail: 'unknown column 3, First name: is it name?' },
      { pointer: '#/4', detail: 'unknown column 4, Last name: is it name?' },
      { pointer: '#/5', detail: 'unknown column 5, Notes' },
      { pointer: '#/number', detail: 'missing column' },
    ]);
    const mapping = JSON.stringify(refused.suggested_mapping);
    const { report, contacts } = await send(text, { mapping });
    expect(report).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await contacts()).toMatchObject([
      { number: '+12025550101', name: 'Ada Example', row_key: '7' },
    ]);
  });

  test('is mapped only to columns there are, from titles that are there', async () => {
    const text = 'Telefon,name\n+12025550101,Ada\n';
    const unknown = await send(text, { mapping: '{"Telefon": "phone"}' });
    expect(unknown.answer.json()).toMatchObject({ errors: [{ parameter: 'mapping' }] });
    const absent = await send(text, { mapping: '{"Telefon": "number", "Handy": null}' });
    expect(absent.answer.json()).toMatchObject({
      errors: [{ parameter: 'mapping', detail: 'names a column that is not there: Handy' }],
    });
  });

  test.each([
    ['semicolons', 'number;name\n+12025550101;"Ada; Example"\n'],
    ['tabs', 'number\tname\n+12025550101\tAda, Example\n'],
    ['a byte order mark', '\ufeffnumber,name\n+12025550101,Ada\n'],
    ['capitals and spaces', ' Number , NAME \r\n+12025550101,Ada\r\n'],
  ])('with %s is read', async (_, text) => {
    expect((await send(text)).report).toMatchObject({ accepted: 1, rejected: 0 });
  });
});

describe('a number', () => {
  const numberOf = async (written: string, country?: string) => {
    const query = country === undefined ? {} : { default_country: country };
    const { report, contacts } = await send(`number\n"${written}"\n`, query);
    return report.left_out[0]?.reason ?? (await contacts())[0]!.number;
  };

  test.each([
    ['07700 900123', 'GB', '+447700900123'],
    ['7700900123', 'GB', '+447700900123'],
    ['447700900123', 'GB', '+447700900123'],
    ['+33199000101', 'GB', '+33199000101'],
    ['0033199000101', 'GB', '+33199000101'],
    ['(202) 555-0101', 'US', '+12025550101'],
    ['12025550101', 'US', '+12025550101'],
    [`'+12025550101`, undefined, '+12025550101'],
  ])('%s of %s is %s', async (written, country, number) => {
    expect(await numberOf(written, country)).toBe(number);
  });

  test('without a country code is refused where no country is named', async () => {
    expect(await numberOf('447700900123')).toContain('needs its country code');
  });

  test('of another country without plus is refused', async () => {
    expect(await numberOf('33199000101', 'GB')).toContain('is not one of GB');
  });

  test('that may be two numbers of its country is refused', async () => {
    expect(await numberOf('492214710123', 'DE')).toContain('may be two numbers of DE');
  });

  test('that may be one of its country or of another is refused', async () => {
    const reason = await numberOf('15125550123', 'DE');
    expect(reason).toContain('may be a number of DE or of US');
  });

  test('that was saved as a decimal number is refused', async () => {
    expect(await numberOf('1701234567.0', 'DE')).toContain('was saved as a decimal number');
  });

  test.each(['4.477009E+11', '4,477009E+11', '4.477E11'])(
    'that Excel has shortened (%s) is refused with a reason that says so, and not its digits',
    async (written) => {
      const reason = await numberOf(written, 'GB');
      expect(reason).toContain('shortened by Excel');
      expect(reason).not.toContain('477');
    },
  );

  test('of a country that there is not is refused at once', async () => {
    const { answer } = await send('number\n+12025550101\n', { default_country: 'XX' });
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [{ parameter: 'default_country' }],
    });
  });
});

test('the list of left-out rows is corrected and sent again as it is', async () => {
  const first = await send('number,name\n+12025550101,Ada\n12,Bo\n+12025550103,=Cy\nx,Di\n');
  expect(first.report).toMatchObject({ accepted: 2, rejected: 2 });
  const path = `/v1/campaigns/${first.campaign}/imports/${first.report.id}/rejected`;
  const { body } = await on.get(path);
  expect(body).toContain('Bo');
  const corrected = body
    .replace(/,12,Bo/, `,'+12025550102,Bo`)
    .replace(/,x,Di/, ',0012025550104,Di');
  const { report, contacts } = await send(corrected);
  expect(report).toMatchObject({ accepted: 2, rejected: 0 });
  expect(await contacts()).toMatchObject([
    { number: '+12025550102', name: 'Bo' },
    { number: '+12025550104', name: 'Di' },
  ]);
});

test('what a spreadsheet would take for a formula comes back as it was written', async () => {
  const first = await send('number,name\nx,=Cy\n');
  const path = `/v1/campaigns/${first.campaign}/imports/${first.report.id}/rejected`;
  const { body } = await on.get(path);
  expect(body).toContain(`'=Cy`);
  const { contacts } = await send(body.replace(',x,', `,'+12025550103,`));
  expect(await contacts()).toMatchObject([{ number: '+12025550103', name: '=Cy' }]);
});
