/** The folder with all data of a start: databases, secrets, recordings, logs. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import { privateFolder, privateIfThere } from '../store/private-files.ts';
import { tryLock, type Lock } from './exclusive.ts';

export interface Secrets {
  carrierApiKey: string;
  hookSecrets: string;
  apiKeys: string;
}

/** Values that the next start with the same folder must use again. */
export interface Remembered {
  /** Links of recordings that are not downloaded yet contain this port. */
  simulatorPort?: number;
  storagePort?: number;
  /** Number of times that the example was started with `--fresh`. */
  round?: number;
  /** The campaign of the standing demonstration. */
  demonstration?: string;
}

/** The settings of the start that uses the folder; undefined: none runs. */
export function runningSettings(folder: string): NodeJS.ProcessEnv | undefined {
  const file = (name: string) => join(resolve(folder), name);
  if (!existsSync(file('settings.json'))) return undefined;
  const lock = tryLock(file('start.lock'));
  if (lock) {
    lock.release();
    return undefined;
  }
  return JSON.parse(readFileSync(file('settings.json'), 'utf8')) as NodeJS.ProcessEnv;
}

export class StateFolder {
  readonly path: string;
  readonly #lock: Lock;

  /** @throws CommandError if another start uses the folder, or it cannot be created */
  constructor(folder: string) {
    this.path = resolve(folder);
    const lock = this.#open();
    if (!lock) {
      throw new CommandError({
        code: EXIT.usage,
        what: `Another start is running on ${this.path}`,
        why: 'only one start at a time can use a folder; the other one continues',
        next: 'stop it with Ctrl-C there, or use another folder: --state DIR',
      });
    }
    this.#lock = lock;
  }

  #open(): Lock | undefined {
    try {
      privateFolder(this.path);
      return tryLock(this.file('start.lock'));
    } catch (error) {
      throw new CommandError({
        code: EXIT.usage,
        what: `The folder ${this.path} cannot be used`,
        why: error instanceof Error ? error.message : String(error),
        next: 'name a folder that can be created and written: --state DIR',
      });
    }
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** The secrets are kept over restarts, because they signed callback URLs that the carrier still uses. */
  secrets(env: Record<string, string | undefined>): Secrets {
    privateIfThere(this.file('secrets.json'));
    const kept = this.#read('secrets.json') as Partial<Secrets>;
    const secret = (prefix: string) => `${prefix}-${randomBytes(24).toString('base64url')}`;
    const secrets = {
      carrierApiKey: kept.carrierApiKey ?? secret('carrier'),
      hookSecrets: kept.hookSecrets ?? secret('hooks'),
      apiKeys: kept.apiKeys ?? secret('dev'),
    };
    this.#write('secrets.json', secrets);
    return {
      ...secrets,
      hookSecrets: env['DIALWRIGHT_HOOK_SECRETS'] || secrets.hookSecrets,
      apiKeys: env['DIALWRIGHT_API_KEYS'] || secrets.apiKeys,
    };
  }

  recall(): Remembered {
    return this.#read('start.json');
  }

  remember(news: Remembered): void {
    this.#write('start.json', { ...this.recall(), ...news });
  }

  /** The settings of what runs now, for `runningSettings`. */
  noteSettings(settings: NodeJS.ProcessEnv): void {
    this.#write('settings.json', settings);
  }

  release(): void {
    this.#lock.release();
  }

  #read(name: string): object {
    try {
      return JSON.parse(readFileSync(this.file(name), 'utf8')) as object;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw error;
    }
  }

  // Renamed into place, so that after a kill there is either the old file or the new one.
  #write(name: string, content: object): void {
    const draft = this.file(`${name}.new`);
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.file(name));
  }
}
