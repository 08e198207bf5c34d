import type * as z from 'zod';
import type { ContactView } from '../contacts/contact-list.ts';
import { instantColumns, sameColumns, type ReportColumn } from './report-columns.ts';

type View = z.infer<typeof ContactView>;

/** Columns of the report of contacts. New ones are added at the end, because people refer to columns by their place. */
export const CONTACT_REPORT_COLUMNS: readonly ReportColumn<View>[] = [
  ...sameColumns<View>('position', 'number', 'name', 'row_key', 'state', 'disposition', 'calls'),
  ...instantColumns<View>('due_at'),
  ...sameColumns<View>('due_reason', 'agent_id', 'zone_source'),
  { name: 'zones', value: ({ zones }) => zones?.join(' ') },
  ...instantColumns<View>('not_before', 'not_after'),
];
