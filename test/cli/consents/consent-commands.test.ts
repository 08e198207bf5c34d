import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { programAndApi } from '../program-and-api.ts';

test('an event is refused without its kind, recorded once, imported and shown', async () => {
  const { run } = await programAndApi();
  const record = ['consents', 'record', '+12025550126'];
  expect(await run(record)).toMatchObject({ code: 2 });
  const event = [...record, '--kind', 'granted', '--purpose', 'offers', '--source', 'web form'];
  const dated = [...event, '--at', '2026-01-02T09:00:00Z', '--until', '2036-01-02T09:00:00Z'];
  expect((await run(dated)).out).toBe('granted of +12025550126 is recorded\n');
  expect((await run(dated)).out).toBe('granted of +12025550126 was recorded before\n');
  const file = join(temporaryFolder(), 'objections.csv');
  writeFileSync(
    file,
    'number,kind,at\n+12025550126,objected,2026-02-03T10:00:00Z\n+12025550127,no,\n',
  );
  const imported = await run(['consents', 'import', file]);
  expect(imported).toMatchObject({ code: 3, out: '1 of 2 recorded, 0 were recorded before\n' });
  expect(imported.talk).toContain('line 3: kind: ');
  const shown = (await run(['consents', 'show', '+12025550126'])).out;
  expect(shown).toMatch(/objected +all calls.*\n.*granted +offers +2036-01-02T\S+ +web form/);
});
