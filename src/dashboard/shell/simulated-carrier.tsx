/** Says on every page that no phone rings, so that nobody takes a trial for the real thing, or the other way round. */
import { installation } from '../api/session.ts';
import { count } from '../format/numbers.ts';

export function SimulatedCarrier() {
  const factor = installation.value?.simulated_carrier?.time_factor;
  if (factor === undefined) return null;
  return (
    <p class="simulated" title="No phone rings, and times and costs of calls are made up.">
      Simulated carrier, {count(factor)} times as fast
    </p>
  );
}
