import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from '../../../../src/api/http/load/turns.ts';

const OPEN = { destroyed: false };
const CLOSED = { destroyed: true };

/** Notes in which order they begin. */
function asking(turns: Turns) {
  const begun: string[] = [];
  const ask = (name: string, client = name, socket = OPEN) =>
    void turns.next(client, socket).then(() => begun.push(name));
  return { begun, ask };
}

async function pass(count: number, each: () => void = () => undefined): Promise<void> {
  for (let n = 0; n < count; n++) {
    each();
    await turn();
  }
}

test('a request alone begins at once, and of many one in each turn', async () => {
  const { begun, ask } = asking(new Turns());
  for (const name of ['a', 'b', 'c']) ask(name);
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual(['a']);
  await pass(1);
  expect(begun).toEqual(['a', 'b']);
  await pass(1);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('while connections come, one begins in eight turns', async () => {
  const turns = new Turns();
  const { begun, ask } = asking(turns);
  for (const name of ['a', 'b', 'c']) ask(name);
  await pass(7, () => turns.noteAccepted());
  expect(begun).toEqual(['a']);
  await pass(1, () => turns.noteAccepted());
  expect(begun).toEqual(['a', 'b']);
  await pass(1);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a client with many requests does not delay another by more than one', async () => {
  const { begun, ask } = asking(new Turns());
  for (let n = 0; n < 50; n++) ask(`m${n}`, 'many');
  ask('one');
  await pass(3);
  expect(begun).toEqual(['m0', 'm1', 'one', 'm2']);
  await pass(60);
  expect(begun).toHaveLength(51);
});

test('a request whose connection is closed takes no turn, and is not kept', async () => {
  const { begun, ask } = asking(new Turns());
  ask('first');
  for (let n = 0; n < 5; n++) ask(`gone${n}`, 'm', CLOSED);
  ask('next', 'm');
  ask('gone', 'other', CLOSED);
  await pass(1);
  expect(begun).toEqual(['first', 'gone0', 'gone1', 'gone2', 'gone3', 'gone4', 'next']);
  await pass(1);
  expect(begun).toContain('gone');
});
