import { describe, expect, test } from 'vitest';
import {
  isSameProcess,
  launchArguments,
  type ServerRecord,
} from '../../../src/dev/temporal/temporal-process.ts';
import { leftoverVerdict } from '../../../src/dev/temporal/temporal-server.ts';

const RECORD: ServerRecord = {
  pid: 4711,
  startedAt: 'boot.100',
  binary: '/cache/temporal',
  database: '/state/temporal.db',
  port: 7233,
  uiPort: 8233,
};
const command = ['/cache/temporal', ...launchArguments({ ...RECORD, logFile: '' })].join(' ');

describe('a server left over from a killed run', () => {
  const seen = { alive: true, ready: true, database: '/state/temporal.db' };

  test('is taken up again when it answers and serves the same database', () => {
    expect(leftoverVerdict(RECORD, seen)).toBe('adopt');
  });

  test.each([
    ['does not answer', RECORD, { ...seen, ready: false }],
    ['serves another database', RECORD, { ...seen, database: '/other/temporal.db' }],
    ['keeps everything in memory', { ...RECORD, database: null }, { ...seen, database: null }],
  ])('is stopped when it %s', (_why, record, seen) => {
    expect(leftoverVerdict(record, seen)).toBe('stop');
  });

  test('is no matter when it has ended, or there was none', () => {
    expect(leftoverVerdict(RECORD, { ...seen, alive: false })).toBe('nothing');
    expect(leftoverVerdict(undefined, seen)).toBe('nothing');
  });
});

describe('a process id is trusted only for the very process', () => {
  test('that started then, as that server, on that port', () => {
    expect(isSameProcess(RECORD, { startedAt: 'boot.100', command })).toBe(true);
  });

  test.each([
    ['nobody has the id', undefined],
    ['the id was given to a later process', { startedAt: 'boot.999', command }],
    ['it is another program', { startedAt: 'boot.100', command: '/bin/sleep 100' }],
    [
      'it is a server on another port',
      { startedAt: 'boot.100', command: command.replace('7233', '7000') },
    ],
  ])('not when %s', (_why, found) => {
    expect(isSameProcess(RECORD, found)).toBe(false);
  });
});
