import { StoreRefusal } from '../../../requests.ts';
import type { Tx } from '../../engine/tx.ts';

/** The audit names keys and users alike. @throws StoreRefusal already-exists */
export async function mustBeFree(tx: Tx, name: string): Promise<void> {
  const other = await tx.get<{ id: string; kind: string }>(
    `SELECT id, 'key' AS kind FROM api_keys WHERE name = :name AND revoked_at_ms IS NULL
     UNION ALL SELECT id, 'user' AS kind FROM users WHERE name = :name AND removed_at_ms IS NULL`,
    { name },
  );
  if (!other) return;
  const end = other.kind === 'key' ? 'revoke it first' : 'remove it first';
  throw new StoreRefusal(
    'already-exists',
    `the ${other.kind} ${other.id} has this name; ${end}, or choose another name`,
    { field: '/name', id: other.id },
  );
}
