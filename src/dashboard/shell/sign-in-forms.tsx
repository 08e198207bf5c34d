import { useState } from 'preact/hooks';
import type { ApiProblem } from '../api/problem.ts';
import { startSession } from '../api/session.ts';
import { ProblemNote } from '../components/feedback.tsx';
import { useRun } from '../components/forms/action.tsx';
import { BusyButton } from '../components/forms/busy-button.tsx';
import { TextField } from '../components/forms/field.tsx';
import { Refusal } from '../components/forms/form-context.ts';
import type { ComponentChildren } from 'preact';

interface FormProps {
  send: string;
  ready: boolean;
  busy: boolean;
  problem: ApiProblem | undefined;
  next?: string | undefined;
  onSend: () => void;
  children: ComponentChildren;
}

const SignInForm = ({ send, ready, busy, problem, next, onSend, children }: FormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    <Refusal.Provider value={problem}>{children}</Refusal.Provider>
    {problem && (
      <ProblemNote problem={problem} what="Not signed in." {...(next !== undefined && { next })} />
    )}
    <BusyButton type="submit" class="primary" busy={busy} disabled={!ready}>
      {busy ? `${send} …` : send}
    </BusyButton>
  </form>
);

/** The field of the second factor comes when the server asks for it. */
const NEEDS_CODE = ['second_factor_needed', 'wrong_second_factor'];

function useSecondFactor() {
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const note = (problem: ApiProblem | undefined) => {
    if (!asked && problem && NEEDS_CODE.includes(problem.code)) setAsked(true);
  };
  const field = asked && (
    <TextField
      label="Code of the authenticator app"
      value={code}
      onValue={setCode}
      pointer="/second_factor"
      autoComplete="one-time-code"
      inputMode="numeric"
      required
    />
  );
  return { note, field, given: asked && code !== '' ? { second_factor: code.trim() } : {} };
}

export function UserForm() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { note, field, given } = useSecondFactor();
  const { busy, problem, start } = useRun(async () => {
    await startSession({ name, password, ...given });
    return '';
  });
  note(problem);
  const isAsked = problem?.code === 'second_factor_needed';
  return (
    <SignInForm
      send="Sign in"
      ready={name.trim() !== '' && password !== ''}
      busy={busy}
      problem={isAsked ? undefined : problem}
      onSend={() => void start()}
    >
      <TextField label="Name" value={name} onValue={setName} autoComplete="username" required />
      <TextField
        label="Password"
        type="password"
        value={password}
        onValue={setPassword}
        autoComplete="current-password"
        required
      />
      {field}
    </SignInForm>
  );
}

export function KeyForm() {
  const [key, setKey] = useState('');
  const { busy, problem, start } = useRun(async () => {
    await startSession({ key: key.trim() });
    return '';
  });
  return (
    <SignInForm
      send="Sign in"
      ready={key.trim() !== ''}
      busy={busy}
      problem={problem}
      next={
        problem?.status === 401
          ? 'Check that the whole key was pasted, or ask for another one.'
          : undefined
      }
      onSend={() => void start()}
    >
      <TextField
        label="API key"
        type="password"
        value={key}
        onValue={setKey}
        autoComplete="off"
        required
        hint="`npm start` prints a link that needs none."
      />
    </SignInForm>
  );
}

/** A person who was invited, or has forgotten the password. */
export function LinkForm({ link }: { link: string }) {
  const [password, setPassword] = useState('');
  const { note, field, given } = useSecondFactor();
  const { busy, problem, start } = useRun(async () => {
    await startSession({ link, password, ...given });
    return '';
  });
  note(problem);
  const isAsked = problem?.code === 'second_factor_needed';
  return (
    <SignInForm
      send="Choose it and sign in"
      ready={password !== ''}
      busy={busy}
      problem={isAsked ? undefined : problem}
      onSend={() => void start()}
    >
      <TextField
        label="New password"
        type="password"
        value={password}
        onValue={setPassword}
        pointer="/password"
        autoComplete="new-password"
        required
        hint="12 characters or more, such as four words."
      />
      {field}
    </SignInForm>
  );
}
