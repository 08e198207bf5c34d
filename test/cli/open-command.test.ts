import { expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

test('without a terminal the address is printed, and nothing is opened', async () => {
  const { code, out, talk } = await runProgram(['open', 'cabc.1.1']);
  expect({ code, talk }).toEqual({ code: 0, talk: '' });
  expect(out).toMatch(/call\.cabc\.1\.1\n$/);
});
