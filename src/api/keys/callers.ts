/**
 * The callers that this process knows: the keys of the environment, and the keys, users and sessions of the store, read
 * anew every second.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isExpired } from '../../domain/keys/key-state.ts';
import type { CredentialsInUse, KeyStore, NewApiKey, Session } from '../../store/keys/key-store.ts';
import type { UserInUse } from '../../store/keys/user-store.ts';
import type { FastifyRequest } from 'fastify';
import type { Authenticator, Caller, Credential } from '../http/auth.ts';
import { clientGroup } from '../http/client-address.ts';
import { WrongKeys } from '../http/load/wrong-keys.ts';
import { Problem } from '../http/problem.ts';
import type { BackgroundTasks } from '../temporal/background-tasks.ts';
import { digestOf, isSessionToken, isStoredKey } from './key-text.ts';

/** Younger keys are used without reading again. Older ones are used while they are read again. */
const FRESH_FOR_MS = 1_000;
/** Older keys are not used any more, so a revoked key is refused after this time even if the store cannot be read. */
const USABLE_FOR_MS = 4_000;
/** The store is read for unknown keys and sessions at most once in this time, whatever is asked. */
const PAUSE_MS = 250;
const USE_NOTED_EVERY_MS = 60_000;

interface Deps {
  store: Pick<KeyStore, 'credentialsInUse' | 'noteApiKeyUse'>;
  background: BackgroundTasks;
  nowMs: () => number;
}

/** One reading of all keys, users and sessions. Times are of the monotonic clock. */
interface Reading {
  begunAtMs: number;
  known: Promise<Known>;
  over: boolean;
}

interface Known {
  readAtMs: number;
  keys: ReadonlyMap<string, NewApiKey>;
  /** Of keys and users, by their ids. */
  callers: ReadonlyMap<string, Caller>;
  sessions: ReadonlyMap<string, Session>;
}

export interface ValidSession {
  caller: Caller;
  digest: string;
  expiresAtMs: number;
}

export class Callers implements Authenticator {
  readonly #ofEnvironment: KeyRing;
  readonly #deps: Deps;
  readonly #wrong = new WrongKeys();
  readonly #notedAtMs = new Map<string, number>();
  #known: Known | undefined;
  #reading: Reading | undefined;

  constructor(ofEnvironment: readonly string[], deps: Deps) {
    this.#ofEnvironment = keyRing(ofEnvironment);
    this.#deps = deps;
  }

  async callerWith({ kind, text }: Credential): Promise<Caller | undefined> {
    return kind === 'key' ? this.#callerWithKey(text) : (await this.sessionWith(text))?.caller;
  }

  async callerOf(request: FastifyRequest, credential: Credential): Promise<Caller | undefined> {
    const { kind, text } = credential;
    // Keys and sessions of the store are random: nobody finds one by trying.
    if (kind === 'session' || isStoredKey(text)) return this.callerWith(credential);
    const client = clientGroup(request);
    const digest = digestOf(text);
    if (!(await this.#wrong.turn(client, digest))) throw tooManyWrong();
    const caller = await this.callerWith(credential);
    if (caller) this.#wrong.noteRight(digest);
    else this.#wrong.noteWrong(client);
    return caller;
  }

  /** The key or user of this id, while it is in use. */
  async withId(id: string): Promise<Caller | undefined> {
    return this.#ofEnvironment.withId(id) ?? this.#find(({ callers }) => callers.get(id));
  }

  /** Undefined as for `callerWith`: the session is unknown, ended or expired, or its key or user is. */
  async sessionWith(token: string): Promise<ValidSession | undefined> {
    if (!isSessionToken(token)) return undefined;
    const digest = digestOf(token);
    const found = await this.#find((known) => this.#validSession(digest, known));
    return found && found.expiresAtMs > this.#deps.nowMs() ? found : undefined;
  }

  noteUse({ id, source }: Caller): void {
    if (source !== 'store') return;
    const atMs = performance.now();
    if (atMs - (this.#notedAtMs.get(id) ?? -Infinity) < USE_NOTED_EVERY_MS) return;
    this.#notedAtMs.set(id, atMs);
    const { store, background, nowMs } = this.#deps;
    const task = () => store.noteApiKeyUse(id, nowMs());
    background.run('noting the use of an API key', task, 'the next use after a minute is noted');
  }

  /** After a change of this process: the next request reads the keys. */
  changed(): void {
    this.#known = undefined;
    this.#reading = undefined;
  }

  async #callerWithKey(key: string): Promise<Caller | undefined> {
    const caller = this.#ofEnvironment.withKey(key);
    if (caller || !isStoredKey(key)) return caller;
    const digest = digestOf(key);
    const found = await this.#find(({ keys }) => keys.get(digest));
    return found && !isExpired(found, this.#deps.nowMs()) ? callerOf(found) : undefined;
  }

  /** A session whose user was removed, or whose key was revoked or removed from the environment, is none. */
  #validSession(digest: string, { sessions, callers }: Known): ValidSession | undefined {
    const session = sessions.get(digest);
    if (!session) return undefined;
    const caller = callers.get(session.caller) ?? this.#ofEnvironment.withId(session.caller);
    return caller && { caller, digest, expiresAtMs: session.expiresAtMs };
  }

  async #find<Found>(lookUp: (known: Known) => Found | undefined): Promise<Found | undefined> {
    const ageMs = this.#known ? performance.now() - this.#known.readAtMs : Infinity;
    const found = this.#known && lookUp(this.#known);
    if (found && ageMs < USABLE_FOR_MS) {
      if (ageMs >= FRESH_FOR_MS) this.#read().catch(() => undefined);
      return found;
    }
    return lookUp(await this.#read());
  }

  /** One reading at a time, and none within the pause after the start of the last one. */
  async #read(): Promise<Known> {
    const begunAtMs = performance.now();
    const last = this.#reading;
    if (last && (!last.over || begunAtMs - last.begunAtMs < PAUSE_MS)) return last.known;
    const inUse = this.#deps.store.credentialsInUse();
    const reading = { begunAtMs, known: inUse.then((all) => knownOf(all, begunAtMs)), over: false };
    this.#reading = reading;
    try {
      const known = await reading.known;
      // What was changed meanwhile is read again.
      if (this.#reading === reading) this.#known = known;
      return known;
    } finally {
      reading.over = true;
    }
  }
}

const knownOf = ({ keys, users, sessions }: CredentialsInUse, readAtMs: number): Known => ({
  readAtMs,
  keys: new Map(keys.map((key) => [key.digest, key])),
  callers: new Map(
    [...keys.map(callerOf), ...users.map(callerOfUser)].map((each) => [each.id, each]),
  ),
  sessions: new Map(sessions.map((session) => [session.digest, session])),
});

const callerOf = ({ id, name, role, agentId, expiresAtMs }: NewApiKey): Caller => ({
  id,
  name,
  role,
  agentId,
  source: 'store',
  expiresAtMs,
});

const callerOfUser = (user: UserInUse): Caller => ({ ...user, source: 'user', expiresAtMs: null });

const sha256 = (text: string) => createHash('sha256').update(text).digest();

interface KeyRing {
  withKey(key: string): Caller | undefined;
  withId(callerId: string): Caller | undefined;
}

/** Keys of the environment. Every key is compared, so that the time taken reveals nothing. */
function keyRing(apiKeys: readonly string[]): KeyRing {
  const known = apiKeys.map((key) => ({ digest: sha256(key), caller: callerOfEnvironment(key) }));
  return {
    withKey(key) {
      const digest = sha256(key);
      const matches = known.filter((entry) => timingSafeEqual(entry.digest, digest));
      return matches[0]?.caller;
    },
    withId: (callerId) => known.find(({ caller }) => caller.id === callerId)?.caller,
  };
}

/** The name is of the key itself and not of its place in the list, so it stays when another key is removed. */
function callerOfEnvironment(key: string): Caller {
  // The database stores this, so it differs from the digest that keys are compared by.
  const id = sha256(`dialwright caller ${key}`).toString('hex').slice(0, 24);
  return {
    id,
    name: `env-${id.slice(0, 8)}`,
    role: 'admin',
    agentId: null,
    source: 'environment',
    expiresAtMs: null,
  };
}

const tooManyWrong = () =>
  new Problem({
    status: 429,
    code: 'too_many_wrong_keys',
    detail: 'Too many wrong API keys came from this address. Retry in ten seconds.',
    headers: { 'retry-after': '10' },
  });
