/**
 * Whose server answers at an address. A database has an id: its servers show it on `/healthz`, and its workers keep it in
 * Temporal, with the schedule of the sweep. So a check never says "ok" about a server of somebody else.
 */
import type { DatabaseLocation } from '../../store/sql/open-store.ts';
import { withStore } from '../../process/export-store.ts';
import { existsSync } from 'node:fs';
import { PATIENCE_MS } from './doctor-finding.ts';

export interface ServerAt {
  /** Null: it is a Dialwright server that has not read its database yet. Undefined: it is another program. */
  installation: string | null | undefined;
  status: number;
}

/** @throws if nothing answers */
export async function serverAt(url: string): Promise<ServerAt> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(new URL('/healthz', url), { redirect: 'manual', signal });
  const body = (await answer.json().catch(() => undefined)) as
    { status?: unknown; installation?: string | null } | null | undefined;
  const isOurs = answer.ok && body?.status === 'ok' && body.installation !== undefined;
  return { installation: isOurs ? body.installation : undefined, status: answer.status };
}

/** The id of this database; undefined: it cannot be read, or is not made yet. */
export async function installationIn(location: DatabaseLocation): Promise<string | undefined> {
  if (location.engine === 'sqlite' && !existsSync(location.path)) return undefined;
  try {
    return await withStore(location, (store) => store.installationId());
  } catch {
    return undefined;
  }
}
