import type { ContactSelection } from '../../../../domain/contacts/contact-selection.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Params } from '../../engine/tx.ts';

/** SQL of a row of `contacts`, to be added to a WHERE. Calls that were deleted by age count no more. */
export function selectedContacts(
  sql: Dialect,
  { outcomes, areas, data = {}, calledBeforeMs, calledFromMs }: ContactSelection,
): { conditions: string; params: Params } {
  const conditions: string[] = [];
  const params: Record<string, string | number> = {};
  const add = (condition: string, named: Record<string, string | number>) => {
    conditions.push(condition);
    Object.assign(params, named);
  };
  if (outcomes)
    add(`${LAST_OUTCOME} IN (SELECT value FROM ${sql.texts(':outcomes')})`, {
      outcomes: JSON.stringify(outcomes),
    });
  if (areas)
    add(
      `EXISTS (SELECT 1 FROM ${sql.texts(':areas')}
         WHERE contacts.area LIKE '%"' || value || '"%' OR contacts.area LIKE '%"' || value || '-%')`,
      { areas: JSON.stringify(areas) },
    );
  if (calledBeforeMs !== undefined) add(`${LAST_CALLED} < :calledBeforeMs`, { calledBeforeMs });
  if (calledFromMs !== undefined) add(`${LAST_CALLED} >= :calledFromMs`, { calledFromMs });
  for (const [place, [key, value]] of Object.entries(data).entries())
    add(
      `CAST(${sql.json('contacts.details')} -> 'data' -> CAST(:key${place} AS TEXT) AS TEXT) = :value${place}`,
      {
        [`key${place}`]: key,
        [`value${place}`]: JSON.stringify(value),
      },
    );
  return { conditions: conditions.map((condition) => ` AND ${condition}`).join(''), params };
}

const OF_CONTACT = 'calls.campaign_id = contacts.campaign_id AND calls.contact = contacts.position';
const LAST_OUTCOME = `(SELECT code FROM calls JOIN outcomes ON outcomes.ref = calls.ref
  WHERE ${OF_CONTACT} ORDER BY calls.ordinal DESC LIMIT 1)`;
const LAST_CALLED = `(SELECT max(placed_at_ms) FROM calls WHERE ${OF_CONTACT})`;
