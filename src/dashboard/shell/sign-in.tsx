import { useEffect, useRef, useState } from 'preact/hooks';
import { signIn } from '../api/session.ts';
import { useRun } from '../components/forms/action.tsx';
import { BusyButton } from '../components/forms/busy-button.tsx';
import { ProblemNote } from '../components/feedback.tsx';
import { TextField } from '../components/forms/field.tsx';

/** @param ended a session of this page has just ended */
export function SignIn({ ended }: { ended: boolean }) {
  const [key, setKey] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const { busy, problem, start } = useRun(async () => {
    await signIn(key.trim());
    return '';
  });
  return (
    <main class="sign-in">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <h1>Dialwright</h1>
        {ended && (
          <p class="note warn" role="status">
            The session has ended: it is over, or its key was revoked. Sign in again.
          </p>
        )}
        <TextField
          label="API key"
          type="password"
          value={key}
          onValue={setKey}
          autoComplete="current-password"
          required
          hint="`npm start` prints one. An administrator makes others: dialwright keys create."
        />
        {problem && (
          <ProblemNote
            problem={problem}
            what="Not signed in."
            {...(problem.status === 401
              ? { next: 'Check that the whole key was pasted, or ask for another one.' }
              : {})}
          />
        )}
        <BusyButton type="submit" class="primary" busy={busy} disabled={key.trim() === ''}>
          {busy ? 'Signing in …' : 'Sign in'}
        </BusyButton>
      </form>
    </main>
  );
}
