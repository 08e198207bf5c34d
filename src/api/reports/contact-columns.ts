import type * as z from 'zod';
import type { ContactView } from '../contacts/contact-list.ts';
import { instantColumns, ownColumns, sameColumns, type ReportColumn } from './report-columns.ts';

type View = z.infer<typeof ContactView>;
type Row = View & {
  campaign_id: string;
  campaign_name: string;
  agent_name: string | null;
};

/** Columns of the report of contacts. New ones are added at the end, because people refer to columns by their place. */
export const CONTACT_REPORT_COLUMNS: readonly ReportColumn<Row>[] = [
  ...sameColumns<View>('position', 'number'),
  ...ownColumns<View>('name', 'row_key'),
  ...sameColumns<View>('state', 'disposition', 'calls'),
  ...instantColumns<View>('due_at'),
  ...sameColumns<View>('due_reason', 'agent_id', 'zone_source'),
  { name: 'zones', value: ({ zones }) => zones?.join('|') },
  ...instantColumns<View>('not_before', 'not_after'),
  ...sameColumns<Row>('campaign_id'),
  ...ownColumns<Row>('campaign_name', 'agent_name'),
  ...sameColumns<View>('person_key', 'number_place'),
  ...ownColumns<View>('number_label', 'company', 'language'),
  { name: 'data', kind: 'own', value: ({ data }) => data && JSON.stringify(data) },
];
