/** The API keys that this process knows: those of the environment, and those of the store, read anew every second. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isExpired } from '../../domain/keys/key-state.ts';
import type { KeyStore, NewApiKey } from '../../store/key-store.ts';
import type { Authenticator, Caller } from '../http/auth.ts';
import type { BackgroundTasks } from '../temporal/background-tasks.ts';
import { digestOf, isStoredKey } from './key-text.ts';

/** Younger keys are used without reading again. Older ones are used while they are read again. */
const FRESH_FOR_MS = 1_000;
/** Older keys are not used any more, so a revoked key is refused after this time even if the store cannot be read. */
const USABLE_FOR_MS = 4_000;
/** The store is read for unknown keys at most once in this time, whatever is asked. */
const PAUSE_MS = 250;
const USE_NOTED_EVERY_MS = 60_000;

interface Deps {
  store: Pick<KeyStore, 'apiKeysInUse' | 'noteApiKeyUse'>;
  background: BackgroundTasks;
  nowMs: () => number;
}

/** One reading of all keys. Times are of the monotonic clock. */
interface Reading {
  begunAtMs: number;
  keys: Promise<ReadonlyMap<string, NewApiKey>>;
  over: boolean;
}

interface KnownKeys {
  readAtMs: number;
  byDigest: ReadonlyMap<string, NewApiKey>;
}

export class ApiKeys implements Authenticator {
  readonly #ofEnvironment: (key: string) => Caller | undefined;
  readonly #deps: Deps;
  readonly #notedAtMs = new Map<string, number>();
  #known: KnownKeys | undefined;
  #reading: Reading | undefined;

  constructor(ofEnvironment: readonly string[], deps: Deps) {
    this.#ofEnvironment = keyRing(ofEnvironment);
    this.#deps = deps;
  }

  async callerWith(key: string): Promise<Caller | undefined> {
    const caller = this.#ofEnvironment(key);
    if (caller || !isStoredKey(key)) return caller;
    const found = await this.#find(digestOf(key));
    return found && !isExpired(found, this.#deps.nowMs()) ? callerOf(found) : undefined;
  }

  noteUse({ keyId }: Caller): void {
    if (keyId === null) return;
    const atMs = performance.now();
    if (atMs - (this.#notedAtMs.get(keyId) ?? -Infinity) < USE_NOTED_EVERY_MS) return;
    this.#notedAtMs.set(keyId, atMs);
    const { store, background, nowMs } = this.#deps;
    const task = () => store.noteApiKeyUse(keyId, nowMs());
    background.run('noting the use of an API key', task, 'the next use after a minute is noted');
  }

  /** After a change of this process: the next request reads the keys. */
  changed(): void {
    this.#known = undefined;
    this.#reading = undefined;
  }

  async #find(digest: string): Promise<NewApiKey | undefined> {
    const ageMs = this.#known ? performance.now() - this.#known.readAtMs : Infinity;
    const found = this.#known?.byDigest.get(digest);
    if (found && ageMs < USABLE_FOR_MS) {
      if (ageMs >= FRESH_FOR_MS) this.#read().catch(() => undefined);
      return found;
    }
    return (await this.#read()).get(digest);
  }

  /** One reading at a time, and none within the pause after the start of the last one. */
  async #read(): Promise<ReadonlyMap<string, NewApiKey>> {
    const begunAtMs = performance.now();
    const last = this.#reading;
    if (last && (!last.over || begunAtMs - last.begunAtMs < PAUSE_MS)) return last.keys;
    const keys = this.#deps.store
      .apiKeysInUse()
      .then((all) => new Map(all.map((each) => [each.digest, each])));
    const reading: Reading = { begunAtMs, keys, over: false };
    this.#reading = reading;
    try {
      const byDigest = await keys;
      // Keys that were changed meanwhile are read again.
      if (this.#reading === reading) this.#known = { readAtMs: begunAtMs, byDigest };
      return byDigest;
    } finally {
      reading.over = true;
    }
  }
}

const callerOf = ({ id, name, role, expiresAtMs }: NewApiKey): Caller => ({
  id,
  name,
  role,
  keyId: id,
  expiresAtMs,
});

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Keys of the environment. Every key is compared, so that the time taken reveals nothing. */
function keyRing(apiKeys: readonly string[]): (key: string) => Caller | undefined {
  const known = apiKeys.map((key) => ({ digest: sha256(key), caller: callerOfEnvironment(key) }));
  return (key) => {
    const digest = sha256(key);
    const matches = known.filter((entry) => timingSafeEqual(entry.digest, digest));
    return matches[0]?.caller;
  };
}

/** The name is of the key itself and not of its place in the list, so it stays when another key is removed. */
function callerOfEnvironment(key: string): Caller {
  // The database stores this, so it differs from the digest that keys are compared by.
  const id = sha256(`dialwright caller ${key}`).toString('hex').slice(0, 24);
  return { id, name: `env-${id.slice(0, 8)}`, role: 'admin', keyId: null, expiresAtMs: null };
}
