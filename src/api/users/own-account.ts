/** Routes by which a user changes the own password and second factor. */
import * as z from 'zod';
import type { UserSecrets } from '../../store/keys/user-store.ts';
import { credentialOf, type Caller } from '../http/auth.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';
import { digestOf } from '../keys/key-text.ts';
import type { KeyDeps } from '../keys/keys.ts';
import { newSecret, stepOf, uriOf } from './second-factor.ts';
import { mustBePassword, type UserSignIns } from './sign-in.ts';
import { userView, UserView } from './user-view.ts';

export interface UserDeps extends KeyDeps {
  signIns: UserSignIns;
}

const PasswordField = z.string().min(1).max(1_000);
const Code = z.string().regex(/^\d{6}$/, 'needs the six digits that the app shows');

const OwnPassword = z
  .strictObject({
    current_password: PasswordField.optional().meta({
      description: 'Left out: there is none yet.',
    }),
    password: PasswordField,
  })
  .meta({ id: 'OwnPassword' });

const NewSecondFactor = z
  .object({
    secret: z.string().meta({ description: 'In base 32, to be typed.' }),
    uri: z.string().meta({ description: 'To be shown as a QR code.' }),
  })
  .meta({ id: 'NewSecondFactor' });

const SecondFactorInput = z
  .strictObject({
    secret: z
      .string()
      .regex(/^[A-Z2-7]{32}$/, 'needs the 32 characters that were given')
      .nullable()
      .meta({ description: 'Null: take the second factor away; `code` is then one of it.' }),
    code: Code,
    current_password: PasswordField,
  })
  .meta({ id: 'SecondFactorInput' });

const { reads, changes } = routesOf('users');
const WHO_FIRST = { neverMissing: true };

export const ownAccountRoutes = parts<UserDeps>(() => [
  readRoute,
  passwordRoute,
  newSecondFactorRoute,
  secondFactorRoute,
]);

const readRoute = routes((app, { store, nowMs }: UserDeps) => {
  app.get(
    '/users/current',
    reads('agent', {
      operationId: 'getCurrentUser',
      summary: 'Show the user of this session',
      description: '404 for a request with an API key, or of a session of one.',
      response: { 200: jsonAnswer('The user', UserView) },
      problems: [404],
    }),
    async ({ caller }) => {
      if (caller.source !== 'user') throw notAUser(404);
      return userView(await store.user(caller.id), { nowMs: nowMs(), callerId: caller.id });
    },
  );
});

const passwordRoute = routes((app, deps: UserDeps) => {
  const { store, keys, nowMs, signIns } = deps;
  app.put(
    '/users/current/password',
    changes(
      'agent',
      {
        operationId: 'setOwnPassword',
        summary: 'Choose another password; all other sessions of the user end',
        body: OwnPassword,
        response: { 200: jsonAnswer('Changed', UserView) },
        problems: [409, 429],
      },
      WHO_FIRST,
    ),
    async (request) => {
      const { caller, body } = request;
      const user = await ownSecrets(caller, deps);
      mustBePassword(body.password, user.name);
      const { current_password: current = '' } = body;
      if (user.passwordHash !== null && !(await signIns.hasPassword(user, current)))
        throw wrongCurrent();
      const passwordHash = await signIns.passwords.hash(body.password);
      const credential = credentialOf(request);
      const keeps = credential?.kind === 'session' ? digestOf(credential.text) : '';
      const input = { id: user.id, passwordHash, keeps, nowMs: nowMs() };
      if (!(await store.setPassword(input, { who: caller.name }))) throw notAUser();
      keys.changed();
      return userView(await store.user(user.id), { nowMs: nowMs(), callerId: caller.id });
    },
  );
});

const newSecondFactorRoute = routes((app, deps: UserDeps) => {
  app.post(
    '/users/current/new-second-factor',
    {
      ...reads('agent', {
        operationId: 'newSecondFactor',
        summary:
          'Make a secret for an authenticator app; nothing is kept until a code of it is sent',
        response: { 200: jsonAnswer('Made', NewSecondFactor) },
        problems: [409],
      }),
    },
    async ({ caller }) => {
      const { name } = await ownSecrets(caller, deps);
      const secret = newSecret();
      return { secret, uri: uriOf(secret, name) };
    },
  );
});

const secondFactorRoute = routes((app, deps: UserDeps) => {
  const { store, nowMs, signIns } = deps;
  app.put(
    '/users/current/second-factor',
    changes('agent', {
      operationId: 'setSecondFactor',
      summary: 'Need a code of the authenticator app at each sign-in with the password, or no more',
      body: SecondFactorInput,
      response: { 200: jsonAnswer('Changed', UserView) },
      problems: [409, 429],
    }),
    async ({ caller, body }) => {
      const user = await ownSecrets(caller, deps);
      if (!(await signIns.hasPassword(user, body.current_password))) throw wrongCurrent();
      const step = await stepOfChange(user, body, deps);
      const input = { id: user.id, secret: body.secret, step, nowMs: nowMs() };
      if (!(await store.setSecondFactor(input, { who: caller.name }))) throw notAUser();
      return userView(await store.user(user.id), { nowMs: nowMs(), callerId: caller.id });
    },
  );
});

/** @returns the step of the first code of a new secret @throws Problem */
async function stepOfChange(
  user: UserSecrets,
  { secret, code }: z.infer<typeof SecondFactorInput>,
  { signIns, nowMs }: UserDeps,
): Promise<number> {
  if (secret !== null && user.totpSecret !== null) throw takeAwayFirst();
  const isTakenAway = secret === null && (await signIns.takesCode(user, code));
  const step = secret === null ? 0 : stepOf(secret, code, nowMs());
  if (step === undefined || (secret === null && !isTakenAway))
    throw invalidField('#/code', 'is wrong, too old, or was used before');
  return step;
}

const wrongCurrent = () => invalidField('#/current_password', 'is wrong');

const takeAwayFirst = () =>
  new Problem({
    status: 409,
    code: 'already_exists',
    detail: 'The user has a second factor. Take it away with a code of it, then set another.',
  });

/** @throws Problem the caller is a key, or the user was removed */
async function ownSecrets(
  { id, source }: Caller,
  { store }: Pick<UserDeps, 'store'>,
): Promise<UserSecrets> {
  const user = source === 'user' ? await store.secretsOf({ id }, null) : undefined;
  if (!user) throw notAUser();
  return user;
}

const notAUser = (status: 404 | 409 = 409) =>
  new Problem({
    status,
    code: 'not_a_user',
    detail: 'This request is of an API key and not of a user.',
  });
