import { nowMs } from '../../clock.ts';
import { Time } from '../time.tsx';
import { Badge } from './badge.tsx';

/** Until when something counts; "Over" is beside it from then on. */
export const Until = ({ at }: { at: string }) => (
  <>
    <Time at={at} /> {Date.parse(at) <= nowMs.value && <Badge tone="quiet" text="Over" />}
  </>
);
