/** If a program cannot start until a person fixes something, it prints one sentence and no stack. */
import { ConfigError } from '../config/config.ts';
import { ArchiveFault } from '../recordings-archive/recording-archive.ts';
import { StoreUnopenable } from '../store/faults.ts';

/** The message names the fault, the reason, and the setting to change. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export async function exitOnStartError<Started>(start: () => Promise<Started>): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    if (!isForAPerson(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

const isForAPerson = (error: unknown) =>
  error instanceof ConfigError ||
  error instanceof StoreUnopenable ||
  error instanceof ArchiveFault ||
  error instanceof StartError;
