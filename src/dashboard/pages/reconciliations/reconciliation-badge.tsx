import type { Schemas } from '../../api/api.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { count } from '../../format/numbers.ts';
import { forPerson } from './record-classes.ts';

export function ReconciliationBadge({
  of: { state, report },
}: {
  of: Pick<Schemas['ReconciliationSummary'], 'state' | 'report'>;
}) {
  if (state === 'failed') return <Badge tone="bad" text="Failed" />;
  if (!report) return <Badge tone="busy" text="Runs" />;
  const open = forPerson(report);
  return open === 0 ? (
    <Badge tone="good" text="Nothing to do" />
  ) : (
    <Badge tone="warn" text={`${count(open)} to check`} />
  );
}
