/** Who is signed in, and what the user or key of the session may do. */
import { computed, signal } from '@preact/signals';
import type { BodyOf } from '../../client/requests.ts';
import { api, onSignedOut, type Schemas } from './api.ts';
import { ApiProblem, asProblem } from './problem.ts';

type Role = Schemas['CurrentKey']['role'];
type Session = Schemas['Session'];

export type SessionState =
  | { is: 'unknown'; problem?: ApiProblem }
  | {
      is: 'signed-out';
      ended: boolean;
      /** Why a link did not sign in. */
      problem?: ApiProblem;
      /** Of a link by which a user chooses a password. */
      link?: string;
    }
  | { is: 'signed-in'; session: Session };

const ROLES: readonly Role[] = ['agent', 'read', 'operate', 'admin'];

export const sessionState = signal<SessionState>({ is: 'unknown' });
const role = computed(() =>
  sessionState.value.is === 'signed-in' ? sessionState.value.session.key.role : undefined,
);

/** Whether the key of the session has this role or more. Actions that it may not do are not shown. */
export const may = (needed: Role): boolean =>
  role.value !== undefined && ROLES.indexOf(role.value) >= ROLES.indexOf(needed);

// Several requests may be refused at once.
onSignedOut(() => {
  const { is } = sessionState.peek();
  if (is !== 'signed-out') sessionState.value = { is: 'signed-out', ended: is === 'signed-in' };
});

/** Undefined until somebody is signed in. */
export const installation = computed(() =>
  sessionState.value.is === 'signed-in' ? sessionState.value.session.installation : undefined,
);

const CHANNEL = 'session';

/** All tabs have the same cookie: a sign-in or sign-out in one is known in the others at once. Returns what ends it. */
export function shareSession(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', () => void readSession());
  return () => channel.close();
}

function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have one
  channel.postMessage('changed');
  channel.close();
}

/** After a failure, until the server answers. */
export const ASK_AGAIN_MS = 2_000;

/** Asks the server whether the browser has a session. */
export async function readSession(): Promise<void> {
  try {
    sessionState.value = { is: 'signed-in', session: await api.get('/v1/session') };
  } catch (error) {
    const problem = asProblem(error);
    problem.repeatMs = ASK_AGAIN_MS;
    if (problem.status !== 401) sessionState.value = { is: 'unknown', problem };
  }
}

/** @throws ApiProblem if it is refused */
export async function startSession(body: BodyOf<'/v1/session', 'post'>): Promise<void> {
  sessionState.value = { is: 'signed-in', session: await api.post('/v1/session', { body }) };
  tellOtherTabs();
}

const LINKS = {
  /** Signs in. */
  code: '#sign-in=',
  /** Lets a user choose a password. */
  password: '#password-link=',
  /** The server leads here where the identity provider has signed nobody in. */
  refused: '#sign-in-refused=',
};

/** Each link is taken out of the address at once, so that nobody bookmarks it or opens it twice. */
async function followLink(): Promise<void> {
  const { hash } = location;
  const [kind, start] = Object.entries(LINKS).find(([, each]) => hash.startsWith(each)) ?? [];
  if (start === undefined) return;
  const rest = hash.slice(start.length);
  history.replaceState(null, '', location.pathname + location.search);
  if (kind === 'code') await signInByCode(rest);
  else if (kind === 'password') sessionState.value = { is: 'signed-out', ended: false, link: rest };
  else await showUnlessSignedIn(refusalOf(rest));
}

/** A link that is over leaves a session as it is. */
async function signInByCode(code: string): Promise<void> {
  try {
    await startSession({ code });
  } catch (error) {
    await showUnlessSignedIn(asProblem(error));
  }
}

async function showUnlessSignedIn(problem: ApiProblem): Promise<void> {
  sessionState.value = { is: 'unknown' };
  await readSession();
  if (sessionState.peek().is === 'signed-out')
    sessionState.value = { is: 'signed-out', ended: false, problem };
}

const REFUSALS: Record<string, { detail: string; remedy: string }> = {
  provider_unreachable: {
    detail: 'The identity provider does not answer.',
    remedy: 'Wait a moment and try again, or sign in with a password.',
  },
  sign_in_busy: {
    detail: 'Many people sign in at this moment.',
    remedy: 'Try again in a few seconds.',
  },
};
const REFUSED = {
  detail: 'The identity provider did not sign in anybody who was invited.',
  remedy: 'Try again; an administrator sees on the page Users who was invited by which address.',
};

const refusalOf = (code: string): ApiProblem =>
  new ApiProblem(401, { code, ...(REFUSALS[code] ?? REFUSED) });

/** Call it once. A link that is opened in a tab of the dashboard loads no page anew. */
export async function followSignInLinks(): Promise<void> {
  addEventListener('hashchange', () => void followLink());
  await followLink();
}

/** @throws ApiProblem; the session goes on then */
export async function signOut(): Promise<void> {
  await api.delete('/v1/session');
  sessionState.value = { is: 'signed-out', ended: false };
  tellOtherTabs();
}
