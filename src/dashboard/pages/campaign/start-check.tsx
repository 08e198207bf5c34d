/** A short preflight inside a dialog: how many would be dialled, and what prevents it. */
import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { asProblem, type ApiProblem } from '../../api/problem.ts';
import { Loading, ProblemNote } from '../../components/feedback.tsx';
import { Warnings } from './preflight-result.tsx';
import { preflightText } from './preflight-text.ts';

/** At the planned start, or now if there is none. */
export function StartCheck({ id }: { id: string }) {
  const [found, setFound] = useState<Schemas['Preflight']>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    const stopped = new AbortController();
    api
      .post('/v1/campaigns/{campaignId}/preflight', {
        path: { campaignId: id },
        signal: stopped.signal,
      })
      .then(setFound, (error: unknown) => stopped.signal.aborted || setProblem(asProblem(error)));
    return () => stopped.abort();
  }, [id]);
  if (problem) return <ProblemNote problem={problem} what="The preflight was not done:" />;
  if (!found) return <Loading what="who would be dialled" />;
  return (
    <>
      <p>{preflightText(found)}</p>
      <Warnings warnings={found.warnings} />
    </>
  );
}
