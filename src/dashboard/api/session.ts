/** Who is signed in, and what the key of the session may do. */
import { computed, signal } from '@preact/signals';
import { api, onSignedOut, type Schemas } from './api.ts';
import { asProblem, type ApiProblem } from './problem.ts';

type Role = Schemas['CurrentKey']['role'];
type Session = Schemas['Session'];

export type SessionState =
  | { is: 'unknown'; problem?: ApiProblem }
  | { is: 'signed-out'; ended: boolean }
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

/** @throws ApiProblem if the key is refused */
export async function signIn(key: string): Promise<void> {
  sessionState.value = {
    is: 'signed-in',
    session: await api.post('/v1/session', { body: { key } }),
  };
  tellOtherTabs();
}

/** @throws ApiProblem; the session goes on then */
export async function signOut(): Promise<void> {
  await api.delete('/v1/session');
  sessionState.value = { is: 'signed-out', ended: false };
  tellOtherTabs();
}
