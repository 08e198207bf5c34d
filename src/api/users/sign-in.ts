/** How users sign in: with a password, and by the link that sets one. */
import type { FastifyRequest } from 'fastify';
import { asUserName } from '../../domain/users/user-name.ts';
import { whyNoPassword } from '../../domain/users/password.ts';
import type { UserSecrets, UserStore } from '../../store/keys/user-store.ts';
import { clientGroup } from '../http/client-address.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { WrongKeys } from '../http/load/wrong-keys.ts';
import { browserTokenOf } from '../http/sessions/session-cookie.ts';
import { digestOf } from '../keys/key-text.ts';
import { PasswordTries } from './password-tries.ts';
import { Passwords } from './passwords.ts';
import { stepOf } from './second-factor.ts';

interface Given {
  password: string;
  /** A code of the authenticator app. */
  secondFactor: string | undefined;
}

interface Deps {
  store: Pick<UserStore, 'secretsOf' | 'takeCodeStep' | 'userOfLink' | 'setPassword'>;
  nowMs: () => number;
}

export class UserSignIns {
  readonly passwords = new Passwords();
  readonly #deps: Deps;
  readonly #tries = new PasswordTries();
  readonly #wrong = new WrongKeys();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The id of the user. @throws Problem the name, the password or the code is wrong, or too many were */
  async withPassword(request: FastifyRequest, typed: string, given: Given): Promise<string> {
    const name = asUserName(typed);
    const client = clientGroup(request);
    const guess = digestOf(`${name}\n${given.password}`);
    if (!(await this.#wrong.turn(client, guess))) throw tooManyFromAddress();
    const token = browserTokenOf(request);
    const browser = token === undefined ? null : digestOf(token);
    const user = await this.#deps.store.secretsOf({ name }, browser);
    const known = { knowsBrowser: user?.knowsBrowser ?? false };
    this.#tries.take(name, known.knowsBrowser ? browser : null);
    const { passwordHash = null } = user ?? {};
    if (!(await this.passwords.isRight(passwordHash, given.password, known)) || !user) {
      this.#wrong.noteWrong(client);
      throw wrongPassword();
    }
    await this.#mustHaveCode(user, given.secondFactor);
    return user.id;
  }

  /** Sets the password that the link is for. @throws Problem */
  async withLink(token: string, given: Given): Promise<string> {
    const { store, nowMs } = this.#deps;
    const digest = digestOf(token);
    const user = await store.userOfLink(digest, nowMs());
    const secrets = user && (await store.secretsOf({ id: user.id }, null));
    if (!user || !secrets) throw linkOver();
    this.#tries.take(user.name, digest);
    mustBePassword(given.password, user.name);
    await this.#mustHaveCode(secrets, given.secondFactor);
    const passwordHash = await this.passwords.hash(given.password);
    const input = { id: user.id, passwordHash, link: digest, nowMs: nowMs() };
    if (!(await store.setPassword(input, { who: user.name }))) throw linkOver();
    return user.id;
  }

  async #mustHaveCode(user: UserSecrets, code: string | undefined): Promise<void> {
    if (user.totpSecret === null) return;
    if (code === undefined) throw codeNeeded();
    if (!(await this.takesCode(user, code))) throw wrongCode();
  }

  /** Whether it is a code of the user's second factor that was not used before. It is used then. */
  async takesCode(
    { id, totpSecret }: Pick<UserSecrets, 'id' | 'totpSecret'>,
    code: string,
  ): Promise<boolean> {
    const { store, nowMs } = this.#deps;
    const step = totpSecret === null ? undefined : stepOf(totpSecret, code, nowMs());
    return step !== undefined && store.takeCodeStep(id, step);
  }

  /** For a change of the own account: whoever finds a signed-in browser must not take it over. @throws Problem too many tries */
  async hasPassword(user: UserSecrets, password: string): Promise<boolean> {
    this.#tries.take(user.name, `own ${user.id}`);
    return this.passwords.isRight(user.passwordHash, password, { knowsBrowser: true });
  }
}

/** @throws Problem */
export function mustBePassword(password: string, name: string): void {
  const reason = whyNoPassword(password, name);
  if (reason !== undefined) throw invalidField('#/password', reason);
}

const refused = (
  code: 'wrong_password' | 'second_factor_needed' | 'wrong_second_factor' | 'password_link_over',
  detail: string,
) => new Problem({ status: 401, code, detail });

const wrongPassword = () => refused('wrong_password', 'No user has this name and this password.');

const codeNeeded = () =>
  refused('second_factor_needed', 'The user has a second factor: `second_factor` is missing.');

const wrongCode = () =>
  refused('wrong_second_factor', 'The code is wrong, too old, or was used before.');

const linkOver = () =>
  refused(
    'password_link_over',
    'This link has been used, is older than three days, or was replaced by another.',
  );

const tooManyFromAddress = () =>
  new Problem({
    status: 429,
    code: 'too_many_wrong_passwords',
    detail: 'Too many wrong passwords came from this address. Retry in ten seconds.',
    headers: { 'retry-after': '10' },
  });
