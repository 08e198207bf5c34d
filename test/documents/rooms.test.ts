/** The map of docs/architecture.md is the tree, and says what test/architecture.test.ts enforces. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WORKFLOWS } from '../../src/contract/messages.ts';
import { namesIn, read, ROOT, rowsOf } from './pages.ts';

const PAGE = 'docs/architecture.md';
const FREE = 'everything';

const map = rowsOf(PAGE, '`src/')
  .filter((cells) => cells.length === 3 && /^`src\/[\w-]+`$|^`src\/\w+\.ts`/.test(cells[0]!))
  .map(([room = '', holds = '', may = '']) => ({ rooms: namesIn(room), holds, may }));
const rowOf = (room: string) => map.find(({ rooms }) => rooms.includes(room));

test('the map has every folder and every file of src, and no other', () => {
  const found = readdirSync(join(ROOT, 'src')).map((name) => `src/${name}`);
  expect(map.flatMap(({ rooms }) => rooms).toSorted()).toEqual(found.toSorted());
});

test('what a room may import is what the test of the architecture allows', () => {
  const source = read('test/architecture.test.ts');
  const rooms = [
    ...source.matchAll(/^ {2}'(src\/[\w-]+)': \{\n {4}(?:\/\/.*\n {4})*rooms: \[([^\]]*)\]/gm),
  ];
  expect(rooms.length).toBeGreaterThan(10);
  const allowed = rooms.map(([, room = '', list = '']) => [room, othersIn(list, room)]);
  const written = rooms.map(([, room = '']) => [room, roomsIn(rowOf(room)?.may ?? '')]);
  expect(written).toEqual(allowed);
  const others = map.filter(({ rooms: [room] }) => !rooms.some((match) => match[1] === room));
  expect(others.map(({ may }) => may)).toEqual(others.map(() => FREE));
});

test('the roots of the map are the files of src/process', () => {
  const folders = readdirSync(join(ROOT, 'src/process'), { withFileTypes: true });
  const names = folders.map((entry) => entry.name.replace(/\.ts$/, ''));
  expect(namesIn(rowOf('src/process')?.holds ?? '').toSorted()).toEqual(names.toSorted());
});

test('the row of the workflows names every type', () => {
  const { holds = '' } = rowOf('src/workflows') ?? {};
  const types = Object.keys(WORKFLOWS).map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
  expect(holds.split(': ')[1]!.split(', ').toSorted()).toEqual(types.toSorted());
});

/** Names of rooms below src, single files and remarks left out. */
const othersIn = (list: string, room: string): string[] =>
  [
    ...new Set(
      [...list.matchAll(/'((?:types:)?)src\/([\w-]+)/g)]
        .filter((match) => `src/${match[2]}` !== room)
        .map((match) => `${match[1] === '' ? '' : 'types of '}${match[2]}`),
    ),
  ].toSorted();

const roomsIn = (may: string): string[] =>
  may === 'nothing else'
    ? []
    : may
        .replaceAll(/ \([^)]*\)/g, '')
        .split(', ')
        .toSorted();
