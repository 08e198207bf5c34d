import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { Connection } from '../../../../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../../../../src/store/sql/engine/sqlite/sqlite-database.ts';
import type { Tx } from '../../../../../src/store/sql/engine/tx.ts';

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-connection-'));
  const path = join(folder, 'test.db');
  const connection = new Connection(path, 1_000);
  const db = new SqliteDatabase(connection);
  const other = new Connection(path, 1_000);
  connection.script(
    'PRAGMA journal_mode = WAL; CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE)',
  );
  onTestFinished(async () => {
    await db.close();
    other.close();
    rmSync(folder, { recursive: true });
  });
  const note = (text: string) => async (tx: Tx) => {
    await tx.run('INSERT INTO notes (text) VALUES (:text)', { text });
    return text;
  };
  const seen = () =>
    other.all<{ text: string }>('SELECT text FROM notes ORDER BY id').map(({ text }) => text);
  return { db, connection, other, note, seen };
}

test('one unit that fails takes nothing of the others with it, and all of its own', async () => {
  const { db, note, seen } = open();
  const refused = db.write(async (tx) => {
    await note('half')(tx);
    throw new Error('refused');
  });
  const settled = await Promise.allSettled([
    db.write(note('a')),
    refused,
    db.write(note('a')),
    db.write(note('b')),
  ]);
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(seen()).toEqual(['a', 'b']);
});

test('nothing settles, and nobody sees anything, before the commit', async () => {
  const { db, note, seen } = open();
  const settled: string[] = [];
  const units = ['a', 'b', 'c'].map((text) =>
    db.write(async (tx) => {
      await note(text)(tx);
      return seen();
    }),
  );
  for (const unit of units) void unit.then(() => settled.push('one'));
  expect(await Promise.all(units)).toEqual([[], [], []]);
  expect(seen()).toEqual(['a', 'b', 'c']);
});

test('while another writes, the event loop goes on; what is asked for meanwhile is written with the rest', async () => {
  const { db, other, note, seen } = open();
  other.script('BEGIN IMMEDIATE');
  const settled: string[] = [];
  const write = (text: string) => db.write(note(text)).then(() => settled.push(text));
  const first = write('a');
  for (let turn = 0; turn < 20; turn++) await setTimeout(1);
  const second = write('b');
  await setTimeout(1);
  expect([settled, seen()]).toEqual([[], []]);
  other.script("INSERT INTO notes (text) VALUES ('theirs'); COMMIT");
  await Promise.all([first, second]);
  expect(seen()).toEqual(['theirs', 'a', 'b']);
});

test('where the commit cannot begin, each of them fails', async () => {
  const { db, other, note, seen } = open();
  const impatient = [db.write(note('a')), db.write(note('b'))];
  other.script('BEGIN IMMEDIATE');
  const settled = await Promise.allSettled(impatient);
  other.script('ROLLBACK');
  expect(settled).toMatchObject([
    { status: 'rejected', reason: { name: 'StoreUnavailable', fault: 'locked' } },
    { status: 'rejected', reason: { name: 'StoreUnavailable', fault: 'locked' } },
  ]);
  expect(await db.write(note('c'))).toBe('c');
  expect(seen()).toEqual(['c']);
});

test('where the commit fails, each of them fails, and nothing is kept', async () => {
  const { db, connection, note, seen } = open();
  connection.script(`CREATE TABLE of_notes (
    note INTEGER REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)`);
  const units = [
    db.write(note('a')),
    db.write((tx) => tx.run('INSERT INTO of_notes (note) VALUES (9)')),
    db.write(note('b')),
  ];
  const settled = await Promise.allSettled(units);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(seen()).toEqual([]);
  expect(await db.write(note('c'))).toBe('c');
  expect(seen()).toEqual(['c']);
});

test('closing writes what waits', async () => {
  const { db, note, seen } = open();
  const unit = db.write(note('a'));
  await db.close();
  expect(await unit).toBe('a');
  expect(seen()).toEqual(['a']);
});

test('any mixture of units leaves what the same units leave one by one', async () => {
  const unit = fc.record({ text: fc.constantFrom('a', 'b', 'c', 'd'), fails: fc.boolean() });
  const property = fc.asyncProperty(fc.array(unit, { maxLength: 100 }), async (units) => {
    const { db, note, seen } = open();
    const ends = await Promise.allSettled(
      units.map(({ text, fails }) =>
        db.write(async (tx) => {
          await note(text)(tx);
          if (fails) throw new Error('refused');
        }),
      ),
    );
    const kept = new Set<string>();
    const expected = units.map(({ text, fails }) => {
      if (fails || kept.has(text)) return 'rejected';
      kept.add(text);
      return 'fulfilled';
    });
    expect(ends.map(({ status }) => status)).toEqual(expected);
    expect(seen()).toEqual([...kept]);
  });
  await fc.assert(property, { numRuns: 30 });
});

test.each([
  ['disk-full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000'],
  ['read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
])(
  'a fault that can be foreseen (%s) is named, remembered, and forgotten once it can write',
  async (fault, breaks, mends) => {
    const { db, connection, note } = open();
    connection.script(breaks);
    const long = 'x'.repeat(20_000);
    await expect(db.write(note(long))).rejects.toMatchObject({ name: 'StoreUnavailable', fault });
    expect(db.writeFault).toMatchObject({ fault });
    connection.script(mends);
    await db.write(note(long));
    expect(db.writeFault).toBeNull();
  },
);

test('between two statements of a unit no other transaction of this process comes in', async () => {
  const { db, note } = open();
  const count = async (tx: Pick<Tx, 'get'>) =>
    (await tx.get<{ notes: number }>('SELECT count(*) AS notes FROM notes'))!.notes;
  const unit = db.write(async (tx) => {
    await note('a')(tx);
    await note('b')(tx);
    return count(tx);
  });
  const counts = [];
  for (let at = 0; at < 5; at++) counts.push(count(db), db.read(count));
  const settled = await Promise.all([unit, ...counts]);
  expect(settled[0]).toBe(2);
  expect(settled.slice(1).every((notes) => notes === 0 || notes === 2)).toBe(true);
});

test('a unit that waits for something other than its statements fails, and delays nobody', async () => {
  const { db, note, seen } = open();
  const waits = db.write(async (tx) => {
    await note('a')(tx);
    await setTimeout(50);
    await note('b')(tx);
  });
  const nested = db.write(async (tx) => {
    await note('c')(tx);
    await db.read(async () => undefined);
  });
  await expect(waits).rejects.toThrow('waits for something other than its statements');
  await expect(nested).rejects.toThrow('waits for something other than its statements');
  await db.write(note('d'));
  expect(seen()).toEqual(['d']);
});

test('a snapshot sees one instant while others write', async () => {
  const { db, note } = open();
  await db.write(note('a'));
  const snapshot = await db.snapshot();
  const texts = () => snapshot.all<{ text: string }>('SELECT text FROM notes ORDER BY id');
  expect(await texts()).toEqual([{ text: 'a' }]);
  await db.write(note('b'));
  expect(await texts()).toEqual([{ text: 'a' }]);
  await snapshot.close();
});

// SQLite deletes such a file as soon as it has opened it, so only the open descriptors show it.
test.runIf(process.platform === 'linux')(
  'a commit of many units writes no temporary file, however much it may have to take back',
  async () => {
    const { db, note } = open();
    let during: string[] = [];
    const rows = Array.from({ length: 200 }, (_, row) => `${row} ${'long '.repeat(400)}`);
    const many = async (tx: Tx) => {
      for (const row of rows) await note(row)(tx);
      // Each change of an older page is kept until the savepoint is released.
      await tx.run("UPDATE notes SET text = text || '!'");
      during = openFiles();
    };
    await Promise.all([db.write(note('first')), db.write(many), db.write(note('last'))]);
    expect(during.some((file) => file.endsWith('test.db'))).toBe(true);
    expect(during.filter((file) => file.includes('etilqs_'))).toEqual([]);
  },
);

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // The descriptor of the listing itself.
    }
  });
}
