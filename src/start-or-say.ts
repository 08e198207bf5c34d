/** A start that fails for a reason that can be mended ends with its sentence; a stack would bury it. */
import { StoreUnopenable } from './store/store.ts';

export async function startOrSay<Running>(start: () => Promise<Running>): Promise<Running> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof StoreUnopenable)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
