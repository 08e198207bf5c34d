/**
 * Preloaded (`node --import`) by a process whose clock a schedule sets: the file that FAULTS_CLOCK_FILE names holds by how
 * many ms it is wrong. Timers go on as they do when a real clock is set; what Temporal's native core reads stays right.
 */
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 20;
const file = process.env['FAULTS_CLOCK_FILE'];
const RightDate = Date;
let byMs = wrongByMs();
setInterval(() => (byMs = wrongByMs()), LOOK_EVERY_MS).unref();

const now = () => RightDate.now() + byMs;
globalThis.Date = new Proxy(RightDate, {
  construct: (target, args: unknown[], self) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, self) as Date,
  apply: () => new RightDate(now()).toString(),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
});

function wrongByMs(): number {
  try {
    return file === undefined ? 0 : Number(readFileSync(file, 'utf8'));
  } catch {
    // Right until somebody sets it.
    return 0;
  }
}
