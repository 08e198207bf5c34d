import type * as z from 'zod';
import type { Call } from '../../store/calls/call-store.ts';
import type { Store } from '../../store/store.ts';
import type { Standstill } from '../../store/workflows/workflow-store.ts';
import { callView, type CallView, type CallViewSettings } from './call-view.ts';

export interface CallViewDeps {
  store: Pick<Store, 'callNames'>;
  settings: CallViewSettings;
  nowMs: () => number;
}

type View = z.infer<typeof CallView>;

/** Calls as answers and reports show them. The names of all are read at once. */
export async function viewCalls(
  { store, settings, nowMs }: CallViewDeps,
  calls: readonly Call[],
  standstill?: Standstill,
): Promise<View[]> {
  const names = await store.callNames(calls);
  return calls.map((call) =>
    callView(call, settings, { nowMs: nowMs(), names: names.get(call.ref), standstill }),
  );
}

export async function viewCall(
  deps: CallViewDeps,
  call: Call,
  standstill?: Standstill,
): Promise<View> {
  const [view] = await viewCalls(deps, [call], standstill);
  return view!;
}
