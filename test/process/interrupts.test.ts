import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForInterrupts, type Interrupts } from '../../src/process/interrupts.ts';

let nowMs: number;
const onSecond = vi.fn<() => void>();
let interrupts: Interrupts;

beforeEach(() => {
  nowMs = 1_000;
  onSecond.mockClear();
  interrupts = listenForInterrupts(['SIGINT', 'SIGTERM'], onSecond, () => nowMs);
});
afterEach(() => interrupts.off());

test('the first asks for an orderly end', () => {
  process.emit('SIGINT', 'SIGINT');
  expect(interrupts.signal.reason).toBe('SIGINT');
  expect(onSecond).not.toHaveBeenCalled();
});

test('one press that arrives twice, from the terminal and from npm, counts once', () => {
  process.emit('SIGINT', 'SIGINT');
  nowMs += 20;
  process.emit('SIGINT', 'SIGINT');
  expect(onSecond).not.toHaveBeenCalled();
});

test('a second press ends at once', () => {
  process.emit('SIGINT', 'SIGINT');
  nowMs += 2_000;
  process.emit('SIGTERM', 'SIGTERM');
  expect(onSecond).toHaveBeenCalledOnce();
});
