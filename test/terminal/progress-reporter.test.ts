import { describe, expect, test } from 'vitest';
import { reportTo } from '../../src/terminal/progress-reporter.ts';

function screen(isTTY: boolean, columns = 20) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

describe('on a terminal', () => {
  test('progress rewrites one line and never wraps it', () => {
    const terminal = screen(true, 10);
    const reporter = reportTo(terminal);
    reporter.progress('one');
    reporter.progress('a line that is too long');
    expect(terminal.written).toEqual(['\r\u001B[2Kone', '\r\u001B[2Ka line th']);
  });

  test('a line that stays takes the place of the progress', () => {
    const terminal = screen(true);
    const reporter = reportTo(terminal);
    reporter.progress('half');
    reporter.say('done');
    reporter.say('really');
    expect(terminal.written.slice(1)).toEqual(['\r\u001B[2K', 'done\n', 'really\n']);
  });
});

describe('elsewhere', () => {
  test('progress is a plain line now and then, and only when something changed', () => {
    const file = screen(false);
    let nowMs = 0;
    const reporter = reportTo(file, 5_000, () => nowMs);
    for (const [atMs, text] of [
      [0, 'a'],
      [1_000, 'b'],
      [5_000, 'c'],
      [60_000, 'c'],
    ] as const) {
      nowMs = atMs;
      reporter.progress(text);
    }
    expect(file.written).toEqual(['a\n', 'c\n']);
  });
});
