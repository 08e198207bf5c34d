import { decisionFile } from '../../src/cli/decisions/decision-file.ts';
import type { Store } from '../../src/store/store.ts';

const EVERYTHING = { campaigns: null, fromMs: null, toMs: null };

/** What readers see of a store: the export, lists, events, audit and seals, as values that can be compared. */
export async function seenOf(store: Store): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const line of store.export()) parts.push(line);
  for await (const line of store.exportDecisions(EVERYTHING)) parts.push(line);
  parts.push(
    await store.installationId(),
    await store.account(),
    await store.suppressionLists(),
    await store.lastSeals(null),
    await store.agents(1_800_100_000_000),
    await store.campaignProgress('c1', 1_800_100_000_000),
    await store.callbacks({}, { limit: 100 }, 1_800_100_000_000),
    await store.calls({ filter: {} }, { limit: 100 }),
    await store.audit({}, { limit: 100 }),
    await store.outbox({ order: 'asc' }, { limit: 1_000 }),
  );
  return JSON.parse(JSON.stringify(parts)) as unknown[];
}

/** The file that `dialwright decisions check` reads. */
export async function decisionLinesOf(store: Store): Promise<string[]> {
  const written = { decisions: 0, lastHash: '' };
  const lines: string[] = [];
  for await (const line of decisionFile(store.exportDecisions(EVERYTHING), EVERYTHING, written))
    lines.push(line);
  return lines;
}
