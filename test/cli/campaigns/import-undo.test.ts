import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { programAndApi } from '../program-and-api.ts';

test('an import is listed, undone, and its people can be imported again', async () => {
  const { run, on } = await programAndApi();
  const id = await on.campaign();
  const file = join(temporaryFolder(), 'list.csv');
  writeFileSync(file, 'number,name\n+12025550101,Alex\n+12025550102,Sam\n');
  await run(['campaigns', 'import', id, file]);
  const listed = await run(['campaigns', 'imports', id, '--json']);
  const [known] = JSON.parse(listed.out) as [{ id: string }];

  const missing = await run(['campaigns', 'undo-import', id, 'none']);
  expect(missing.code).not.toBe(0);
  expect(missing.talk).toContain('There is no such import');

  const undone = await run(['campaigns', 'undo-import', id, known.id]);
  expect(undone).toMatchObject({ code: 0 });
  expect(undone.out).toContain('2 contacts were taken out.');
  expect((await run(['campaigns', 'imports', id])).out).toMatch(/undone\s+2\s+2\s+2/);
  const again = await run(['campaigns', 'import', id, file, '--json']);
  expect(JSON.parse(again.out)).toMatchObject({ accepted: 2, undo: null });
});
