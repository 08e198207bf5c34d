/** The report of agents' shifts: what each agent did, span by span. */
import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import { itemsOf } from '../http/answers/pages.ts';
import { spanOf, spansOfAgent, spanView, type SpanView } from '../agents/agent-times.ts';
import type { FigureDeps } from '../statistics/statistics.ts';
import { instantColumns, ownColumns, sameColumns, type ReportColumn } from './report-columns.ts';
import type { OnRows } from './report-stream.ts';

interface Agent {
  id: string;
  name: string;
  pools: readonly string[];
}

type View = z.infer<typeof SpanView> & { agent_id: string; name: string; pools: string };

/** New ones are added at the end, because people refer to columns by their place. */
export const SHIFT_COLUMNS: readonly ReportColumn<View>[] = [
  ...sameColumns<View>('agent_id'),
  ...ownColumns<View>('name'),
  ...sameColumns<View>('pools', 'state'),
  ...instantColumns<View>('from', 'to'),
  ...sameColumns<View>('seconds', 'reason', 'who', 'call'),
];

const AGENTS_AT_ONCE = 100;

/** One agent is read at a time. */
export async function* shiftRows(
  { store, nowMs }: FigureDeps,
  query: { from?: string | undefined; to?: string | undefined; agent?: string | undefined },
  onRows: OnRows,
): AsyncGenerator<View> {
  const now = nowMs();
  const span = spanOf(query, now);
  let rows = 0;
  for await (const { id, name, pools } of agentsOf(store, query.agent)) {
    for (const each of await spansOfAgent(store, id, span)) {
      yield { agent_id: id, name, pools: pools.join(';'), ...spanView(each, now) };
      onRows((rows += 1));
    }
    await setImmediate();
  }
}

async function* agentsOf(
  store: FigureDeps['store'],
  id: string | undefined,
): AsyncGenerator<Agent> {
  if (id !== undefined) {
    yield await store.agent(id);
    return;
  }
  yield* itemsOf(AGENTS_AT_ONCE, (page) => store.agentPage(page));
}
