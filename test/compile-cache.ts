import { join } from 'node:path';

/** Environment of programs that tests start: Node keeps what it compiled, so that the next start takes a third of the time. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
};
