import { useContext, useState } from 'preact/hooks';
import { CloseDialog } from './form-context.ts';
import { Note } from '../feedback.tsx';

/** Leaves a dialog that has nothing to send any more. */
export const CloseButton = ({ label = 'Close' }: { label?: string }) => (
  <button type="button" class="primary" onClick={useContext(CloseDialog)}>
    {label}
  </button>
);

interface SecretProps {
  name: string;
  secret: string | null;
  /** What to do if it cannot be shown. */
  lost: string;
  /** What to do with it. */
  about?: string;
}

const COPY = 'It is shown only now. Copy it, and keep it where other secrets are.';

/** A secret that the server shows only in this answer. Null: the answer was a repeat, which has no secret. */
export function Secret({ name, secret, lost, about = COPY }: SecretProps) {
  const [copied, setCopied] = useState(false);
  if (secret === null) {
    return (
      <>
        <Note tone="warn">The answer was lost on the way, and it is shown only once. {lost}</Note>
        <div class="dialog-actions">
          <CloseButton />
        </div>
      </>
    );
  }
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <>
      <p>{about}</p>
      <p>
        <code class="secret" aria-label={name}>
          {secret}
        </code>
      </p>
      <div class="dialog-actions">
        {'clipboard' in navigator && (
          <button type="button" onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </button>
        )}
        <CloseButton label="I have it" />
      </div>
    </>
  );
}
