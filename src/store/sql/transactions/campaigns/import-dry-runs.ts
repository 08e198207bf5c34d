import type { ImportRow, ImportStore, JudgedRow } from '../../../campaigns/import-store.ts';
import { campaignRow, policyOf } from '../../rows/campaign-rows.ts';
import type { Database } from '../../engine/tx.ts';
import { EarlierRows } from '../../steps/imports/earlier-rows.ts';
import { judgeOf, type LeftOut } from '../../steps/imports/judged-rows.ts';
import { openForContacts } from './imports.ts';

export function importDryRunStore(db: Database): Pick<ImportStore, 'dryRunImport'> {
  return {
    dryRunImport({ campaignId, dedupe }) {
      const earlier = new EarlierRows();
      return {
        async judge(rows, nowMs) {
          const judged = await db.read(async (tx) => {
            const policy = policyOf(openForContacts(await campaignRow(tx, campaignId)));
            const judge = await judgeOf(tx, { campaignId, dedupe, policy, earlier, nowMs }, rows);
            return rows.map((row) => judge(row, { line: row.line }));
          });
          const accepted = rows.filter((_, index) => 'contact' in judged[index]!);
          keepEarlier(earlier, accepted);
          return judged.map(judgedRow);
        },
        [Symbol.dispose]: () => earlier[Symbol.dispose](),
      };
    },
  };
}

function keepEarlier(earlier: EarlierRows, accepted: readonly ImportRow[]): void {
  const contacts = accepted.flatMap((row) =>
    'contact' in row ? { line: row.line, ...row.contact } : [],
  );
  earlier.add(
    'number',
    contacts.map(({ number: text, line }) => ({ text, line })),
  );
  earlier.add(
    'person',
    contacts.flatMap(({ person, line }) => (person ? { text: person.person, line } : [])),
  );
  earlier.add(
    'row_key',
    contacts.flatMap(({ rowKey: text, line }) => (text === null ? [] : { text, line })),
  );
}

function judgedRow(judged: { contact: unknown } | LeftOut): JudgedRow {
  if ('contact' in judged) return { outcome: 'accepted' };
  const { outcome, field, reason, place } = judged;
  const inList = place !== null && 'line' in place;
  return {
    outcome,
    field,
    reason,
    other: inList ? null : place,
    earlierLine: inList ? place.line : null,
  };
}
