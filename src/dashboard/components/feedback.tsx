/** What a page says while it waits, when something failed, and where there is nothing yet. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from '../api/problem.ts';

const SHOWN_AFTER_MS = 200;

/** Nothing for a moment, then a text: what comes at once does not flicker. */
export function Loading({ what }: { what: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="loading" role="status">
      {late ? `Reading ${what} …` : ''}
    </p>
  );
}

/** @param next what to do, where the problem itself does not say it */
export function ProblemNote({
  problem,
  what,
  next,
}: {
  problem: ApiProblem;
  what?: string;
  next?: string;
}) {
  // The text of a wrong field stands at the field's name below.
  const isListed = problem.fields.some(({ detail }) => problem.message.includes(detail));
  return (
    <div class="note bad" role="alert">
      <p>
        {what && <strong>{what} </strong>}
        {!isListed && problem.message}
      </p>
      {problem.fields.length > 0 && (
        <ul>
          {problem.fields.map(({ field, detail }) => (
            <li key={field + detail}>
              {field && <code>{field.replace(/^\//, '')}</code>} {detail}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">{next ?? nextStep(problem)}</p>
    </div>
  );
}

function nextStep({ status }: ApiProblem): string {
  if (status === 0)
    return 'It is tried again every second or two. `dialwright doctor` on the server says what is wrong.';
  if (status === 403) return 'Sign in with a key that has the needed role.';
  if (status === 404) return 'It may have been deleted or erased.';
  if (status === 409 || status === 412)
    return 'It was changed meanwhile. Read it again, then retry.';
  if (status === 429 || status === 503) return 'It is tried again by itself.';
  if (status >= 500) return 'The server’s log has the reason.';
  return 'Correct it, then retry.';
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** One of: a note, the loading text, or what was read. What was read stays while it cannot be read again. */
export function Loaded<Answer>({
  query,
  what,
  children,
}: {
  query: { data: Answer | undefined; problem: ApiProblem | undefined };
  what: string;
  children: (data: Answer) => ComponentChildren;
}) {
  const { data, problem } = query;
  if (data === undefined) {
    return problem ? <ProblemNote problem={problem} what={`${what}:`} /> : <Loading what={what} />;
  }
  return <>{children(data)}</>;
}
