import type { ApiProblem } from '../../api/problem.ts';
import { TextField } from './field.tsx';

/** Until when a number stays suppressed, in the reader's zone. */
export function UntilField({
  until,
  setUntil,
  problem,
}: {
  until: string;
  setUntil: (text: string) => void;
  problem?: ApiProblem | undefined;
}) {
  return (
    <TextField
      label="Until"
      type="datetime-local"
      value={until}
      onValue={setUntil}
      pointer="/until"
      problem={problem}
      hint="Empty: for good."
    />
  );
}
