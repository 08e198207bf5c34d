/** `.env` of the current folder: settings that the environment does not have already. */
import { CommandError, EXIT } from '../terminal/exit-codes.ts';

/** `dev` and what looks at its work bring settings of their own; those of a real carrier have no part there. */
const WITHOUT = ['dev', 'simulator', 'verify'];

/** @throws CommandError when it is there and cannot be read */
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
