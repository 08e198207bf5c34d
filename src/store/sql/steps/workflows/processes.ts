/** Servers and workers of this installation, as they told the store. */
import type { ProcessSign, TemporalTrouble } from '../../../../domain/temporal-trouble.ts';
import type { Tx } from '../../engine/tx.ts';

interface ProcessRow extends Omit<ProcessSign, 'work' | 'stopped' | 'trouble'> {
  work: string;
  stopped: number;
  trouble: string | null;
}

export async function processSigns(tx: Pick<Tx, 'all'>): Promise<ProcessSign[]> {
  const rows = await tx.all<ProcessRow>('SELECT * FROM processes ORDER BY name');
  return rows.map(({ work, stopped, trouble, ...row }) => ({
    ...row,
    work: JSON.parse(work) as string[],
    stopped: stopped === 1,
    trouble: trouble === null ? null : (JSON.parse(trouble) as TemporalTrouble),
  }));
}

export async function lastSweepMs(tx: Pick<Tx, 'get'>): Promise<number | null> {
  return (await tx.get<{ atMs: number | null }>('SELECT swept_at_ms AS at_ms FROM installation'))!
    .atMs;
}
