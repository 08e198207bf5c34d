/** `dialwright callbacks add --file`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { programAndApi } from '../program-and-api.ts';

test('a callback comes from a file, options win, and a refusal names the line', async () => {
  const { on, run } = await programAndApi();
  await on.post('/v1/agents', { id: 'a1', name: 'One', kind: 'sip', address: 'sip-1' });
  const file = join(temporaryFolder(), 'callback.yaml');
  writeFileSync(
    file,
    'number: "+442079460101"\nname: Ada Example\nagent_id: a1\nevery:\n  at: "10:00"\n  weekdays: [mon]\n',
  );
  const added = await run(['callbacks', 'add', '--file', file, '--every', '11:00', '--json']);
  expect(JSON.parse(added.out)).toMatchObject({
    number: '+442079460101',
    name: 'Ada Example',
    every: { at: '11:00', weekdays: ['mon'] },
  });
  writeFileSync(file, 'number: "+442079460101"\nevery:\n  at: "24:00"\n');
  const refused = await run(['callbacks', 'add', '--file', file]);
  expect(refused.code).toBe(4);
  expect(refused.talk).toContain(`${file}:3 every.at`);
});
