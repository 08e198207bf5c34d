/** Reads `.env` of the current folder. Settings of the environment take precedence. */
import { CommandError, EXIT } from '../terminal/exit-codes.ts';

/** These commands use their own settings, because those of a real carrier must have no effect on them. */
const WITHOUT = ['dev', 'simulator', 'verify'];

/** @throws CommandError if the file exists but cannot be read */
export function loadEnvFile(command: string, path = '.env'): void {
  if (WITHOUT.includes(command)) return;
  try {
    process.loadEnvFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    const next = `correct its permissions, or run the command in a folder without ${path}`;
    throw new CommandError({
      code: EXIT.usage,
      what: `${path} cannot be read`,
      why: message,
      next,
    });
  }
}
