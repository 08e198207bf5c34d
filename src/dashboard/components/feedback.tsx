/** What a page says while it waits, when something failed, and where there is nothing yet. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fieldText, type ApiProblem } from '../api/problem.ts';
import { nextStep } from '../format/next-step.ts';
import { timeOfDay } from '../format/time/times.ts';

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

interface ProblemNoteProps {
  problem: ApiProblem;
  what?: string;
  next?: string;
}

/** @param next what to do, where the problem itself does not say it */
export function ProblemNote({ problem, what, next }: ProblemNoteProps) {
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
              {field && <code>{fieldText(field)}:</code>} {detail}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">{next ?? nextStep(problem)}</p>
    </div>
  );
}

interface NoteProps {
  tone: 'good' | 'busy' | 'warn' | 'bad';
  children: ComponentChildren;
}

/** What a person should know before going on. */
export const Note = ({ tone, children }: NoteProps) => (
  <div class={`note ${tone}`}>
    <p>{children}</p>
  </div>
);

/** When something was read that is not always younger than two seconds: the query says so. */
export function AsOf({ at }: { at: string | undefined }) {
  return at === undefined ? null : (
    <p class="quiet as-of">
      As of <time dateTime={at}>{timeOfDay(at)}</time>
    </p>
  );
}

/** Where there is nothing yet. @param children what to do about it */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children && <p>{children}</p>}
  </div>
);

interface LoadedProps<Answer> {
  query: {
    data: Answer | undefined;
    problem: ApiProblem | undefined;
    asOf?: string | undefined;
  };
  what: string;
  children: (data: Answer) => ComponentChildren;
}

/** One of: a note, the loading text, or what was read. What was read stays while it cannot be read again. */
export function Loaded<Answer>({ query, what, children }: LoadedProps<Answer>) {
  const { data, problem, asOf } = query;
  if (data === undefined) {
    return problem ? <ProblemNote problem={problem} what={`${what}:`} /> : <Loading what={what} />;
  }
  return (
    <>
      <AsOf at={asOf} />
      {children(data)}
    </>
  );
}
