/** A short preflight inside a dialog: how many would be dialled, and what prevents it. */
import { api } from '../../api/api.ts';
import { useOnce } from '../../api/once.ts';
import { Loading, ProblemNote } from '../../components/feedback.tsx';
import { Warnings } from './preflight-result.tsx';
import { preflightText } from './preflight-text.ts';

/** At the planned start, or now if there is none. */
export function StartCheck({ id }: { id: string }) {
  const path = { campaignId: id };
  const { data: found, problem } = useOnce(id, (signal) =>
    api.post('/v1/campaigns/{campaignId}/preflight', { path, signal }),
  );
  if (problem) return <ProblemNote problem={problem} what="The preflight was not done:" />;
  if (!found) return <Loading what="who would be dialled" />;
  return (
    <>
      <p>{preflightText(found)}</p>
      <Warnings warnings={found.warnings} />
    </>
  );
}
