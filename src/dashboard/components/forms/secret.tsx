import { useState } from 'preact/hooks';

/** A secret that the server shows only in this answer. Null: the answer was a repeat, which has no secret. */
export function Secret({
  name,
  secret,
  lost,
  close,
}: {
  name: string;
  secret: string | null;
  /** What to do if it cannot be shown. */
  lost: string;
  close: () => void;
}) {
  const [copied, setCopied] = useState(false);
  if (secret === null) {
    return (
      <>
        <div class="note warn">
          <p>The answer was lost on the way, and it is shown only once. {lost}</p>
        </div>
        <Close close={close} />
      </>
    );
  }
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <>
      <p>It is shown only now. Copy it, and keep it where other secrets are.</p>
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
        <button type="button" class="primary" onClick={close}>
          I have it
        </button>
      </div>
    </>
  );
}

function Close({ close }: { close: () => void }) {
  return (
    <div class="dialog-actions">
      <button type="button" class="primary" onClick={close}>
        Close
      </button>
    </div>
  );
}
