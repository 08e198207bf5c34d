/** `dialwright campaigns import` of a list as a spreadsheet has it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../../api/api-under-test.ts';
import { workbook } from '../../api/contacts/workbook-file.ts';
import { runProgram } from '../run-program.ts';

let on: ApiUnderTest;
let url: string;
beforeAll(async () => {
  on = await startApi();
  url = await on.api.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => on.stop());

test('titles are mapped, numbers get their country, and what is left out is counted by reason', async () => {
  const id = await on.campaign();
  const file = join(on.folder, 'list.csv');
  writeFileSync(
    file,
    'Phone;First name;Last name;Notes\n447700900123;Ada;Example;x\n07700 900124;Bo;;\nx;;;\ny;;;\n4.47E+11;;;\n',
  );
  const run = (...args: string[]) =>
    runProgram(['campaigns', 'import', id, file, ...args], {
      DIALWRIGHT_URL: url,
      DIALWRIGHT_API_KEY: API_KEY,
    });
  const refused = await run();
  expect(refused.talk).toContain('unknown column 1, Phone: is it number?');
  expect(refused.talk).toContain(
    "--map 'Phone=number' --map 'First name=name' --map 'Last name=name' --map 'Notes='",
  );
  const maps = ['Phone=number', 'First name=name', 'Last name=name', 'Notes='];
  const done = await run(...maps.flatMap((map) => ['--map', map]), '--default-country', 'GB');
  expect(done.out).toBe('2 of 5 rows added\n');
  expect(done.talk).toMatch(/^2 rows left out: .* \(first in line 4\)\n1 row left out: .*Excel/);
  const { items } = await on.store.contacts({ campaignId: id, filter: {} }, { limit: 9 });
  expect(items).toMatchObject([
    { number: '+447700900123', name: 'Ada Example' },
    { number: '+447700900124', name: 'Bo' },
  ]);
}, 60_000);

test('a dry run shows columns, reasons and the first rows that would be left out, and adds none', async () => {
  const id = await on.campaign();
  const file = join(on.folder, 'dry.csv');
  writeFileSync(file, 'Phone,Id,Notes\n+12025550171,7,x\n+12025550171,8,y\n"0171 23",9,z\n');
  const run = (...args: string[]) =>
    runProgram(['campaigns', 'import', id, file, '--dry-run', ...args], {
      DIALWRIGHT_URL: url,
      DIALWRIGHT_API_KEY: API_KEY,
    });
  const maps = ['--map', 'Phone=number', '--map', 'Id=', '--map', 'Notes='];
  const done = await run(...maps);
  expect(done.code).toBe(3);
  expect(done.out).toMatch(
    /^1 of 3 rows would be added; nothing was written\ncolumn Phone is number\ncolumn Id is not read\ncolumn Notes is not read\nnot read, but perhaps useful: --map "Id=row_key"\n\nline +column +value +reason\n3 +same number earlier in the list, in line 2\n4 +number +0171 23 +number /,
  );
  expect(done.talk).toContain(
    '1 row would be left out: same number earlier in the list (first in line 3)',
  );
  const json = await run(...maps, '--json');
  expect(JSON.parse(json.out)).toMatchObject({ dry_run: true, accepted: 1 });
  const conflict = await run('--left-out', 'out.csv');
  expect(conflict.code).toBe(2);
  expect((await on.store.imports(id, { limit: 1 })).items).toEqual([]);
}, 60_000);

test('a file in another encoding is refused with the flag that names it, and read with it', async () => {
  const id = await on.campaign();
  const file = join(on.folder, 'ansi.txt');
  writeFileSync(file, Buffer.from('number;name\n+12025550173;Zoë Müller\n', 'latin1'));
  const run = (...args: string[]) =>
    runProgram(['campaigns', 'import', id, file, ...args], {
      DIALWRIGHT_URL: url,
      DIALWRIGHT_API_KEY: API_KEY,
    });
  const refused = await run();
  expect([refused.code, refused.talk]).toEqual([
    4,
    expect.stringMatching(/not UTF-8[^]*“Zoë Müller”[^]*Next: .* --encoding windows-1252\n/),
  ]);
  expect((await run('--encoding', 'windows-1252')).out).toBe('1 of 1 rows added\n');
  const { items } = await on.store.contacts({ campaignId: id, filter: {} }, { limit: 9 });
  expect(items).toMatchObject([{ name: 'Zoë Müller' }]);
}, 60_000);

test('a workbook is read, and everything that it leaves open is asked for with its options', async () => {
  const id = await on.campaign();
  const file = join(on.folder, 'people.xlsx');
  const people = [
    ['Mobile', 'Name', 'DNC'],
    ['+12025550174; +12025550175', 'Ada', ''],
    ['+12025550176', 'Bo', 'x'],
    [],
    ['Total: 2'],
  ];
  const sheets = [
    { name: 'People of 2026', rows: people },
    { name: 'Other', rows: [['x']] },
  ];
  writeFileSync(file, workbook({ sheets }));
  await on.call('PUT', '/v1/suppressions/never', { payload: { name: 'Never' } });
  const run = (...args: string[]) =>
    runProgram(['campaigns', 'import', id, file, ...args], {
      DIALWRIGHT_URL: url,
      DIALWRIGHT_API_KEY: API_KEY,
    });
  const sheet = ['--sheet', 'People of 2026'];
  expect((await run()).talk).toContain(
    "Next: say how it is read, perhaps --sheet 'People of 2026'",
  );
  expect((await run(...sheet)).talk).toContain(
    "--map 'Mobile=number' --map 'Name=name' --map 'DNC=do_not_call'\n",
  );
  const mapped = [...sheet, '--map', 'Mobile=number', '--map', 'DNC=suppress'];
  expect((await run(...mapped)).talk).toContain('`suppress_list`: is needed');
  const suppressing = [...mapped, '--suppress-list', 'never'];
  expect((await run(...suppressing)).talk).toContain('--footer leave_out');
  const done = await run(...suppressing, '--footer', 'leave_out');
  expect(done.out).toBe('1 of 2 rows added\n');
  expect(done.talk).toMatch(
    /^One row has several numbers in one cell\. Each is a contact of the same person, .* these are the further ones: “line 2: \+12025550175”\n1 row left out: .* suppression list never/,
  );
}, 60_000);
