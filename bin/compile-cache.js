// Node keeps what it compiled, and types that it stripped, so that the next start takes half the time and loads no
// compiler, which would take 20 MB. NODE_COMPILE_CACHE names another folder; where the folder cannot be written, nothing
// is kept. For `node --import`, and for old versions of Node, which keep nothing.
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
module.enableCompileCache?.(join(cache, 'dialwright', 'compiled'));
// A process that is killed would write nothing at its end.
setTimeout(() => module.flushCompileCache?.(), 5_000).unref();
