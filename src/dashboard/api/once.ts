import { useEffect, useState } from 'preact/hooks';
import { asProblem, type ApiProblem } from './problem.ts';

/** What is read once: by a POST that changes nothing, or as a text. @param key another one reads anew */
export function useOnce<Answer>(
  key: string,
  read: (signal: AbortSignal) => Promise<Answer>,
): { data: Answer | undefined; problem: ApiProblem | undefined } {
  const [state, setState] = useState<{ data?: Answer; problem?: ApiProblem }>({});
  useEffect(() => {
    const left = new AbortController();
    const show = (known: typeof state) => void (left.signal.aborted || setState(known));
    read(left.signal).then(
      (data) => show({ data }),
      (error: unknown) => show({ problem: asProblem(error) }),
    );
    return () => left.abort();
  }, [key]);
  return { data: state.data, problem: state.problem };
}
