import type * as z from 'zod';
import type { CallView } from '../calls/call-view.ts';
import {
  decimalColumns,
  instantColumns,
  ownColumns,
  sameColumns,
  type ReportColumn,
} from './report-columns.ts';

type View = z.infer<typeof CallView>;

/** Columns of the report of calls. New ones are added at the end, because people refer to columns by their place. */
export const CALL_COLUMNS: readonly ReportColumn<View>[] = [
  ...sameColumns<View>('ref', 'campaign_id', 'contact', 'ordinal', 'number', 'agent_id'),
  ...sameColumns<View>('state', 'disposition', 'reason', 'attempts'),
  { name: 'next', value: ({ redial }) => redial?.text },
  ...instantColumns<View>('created_at', 'placed_at', 'answered_at', 'bridged_at', 'ended_at'),
  ...sameColumns<View>('agent_ring_seconds', 'agent_connected_seconds'),
  ...sameColumns<View>('customer_ring_seconds', 'talk_seconds'),
  ...decimalColumns<View>('cost'),
  ...sameColumns<View>('currency', 'cost_source', 'settlement', 'recording'),
  ...ownColumns<View>('carrier_call_id'),
  ...ownColumns<View>('campaign_name', 'agent_name', 'contact_name', 'row_key'),
  ...sameColumns<View>('outcome'),
];
