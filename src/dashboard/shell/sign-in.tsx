/** The page of whoever is not signed in: by name and password, by an identity provider, by an API key, or by a link. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { ApiProblem } from '../api/problem.ts';
import { ProblemNote } from '../components/feedback.tsx';
import { KeyForm, LinkForm, UserForm } from './sign-in-forms.tsx';

interface SignInProps {
  /** A session of this page has just ended. */
  ended: boolean;
  /** Why the link that was opened did not sign in. */
  refused?: ApiProblem;
  /** Of the link that was opened to choose a password. */
  link?: string;
}

export function SignIn({ ended, refused, link }: SignInProps) {
  const [withKey, setWithKey] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.querySelector('input')?.focus(), [withKey, link]);
  return (
    <main class="sign-in" ref={main}>
      <h1>Dialwright</h1>
      {ended && (
        <p class="note warn" role="status">
          The session has ended: it is over, or its user or key was removed. Sign in again.
        </p>
      )}
      {refused && <ProblemNote problem={refused} />}
      {link !== undefined ? (
        <LinkForm link={link} />
      ) : withKey ? (
        <KeyForm />
      ) : (
        <>
          <UserForm />
          <Provider />
        </>
      )}
      {link === undefined && (
        <button type="button" class="quiet-button" onClick={() => setWithKey(!withKey)}>
          {withKey ? 'Use a name and password' : 'Use an API key'}
        </button>
      )}
    </main>
  );
}

/** Nothing where there is none, and while nobody knows. */
function Provider() {
  const [host, setHost] = useState<string | null>(null);
  useEffect(() => {
    void api.get('/v1/session/ways').then(
      ({ provider }) => setHost(provider),
      () => undefined,
    );
  }, []);
  return host === null ? null : (
    // The server leads on to another site, so the router must not take it for a page.
    <a class="button" href="/v1/session/provider" target="_self">
      Sign in with {host}
    </a>
  );
}
