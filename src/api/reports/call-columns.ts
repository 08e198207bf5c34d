import type * as z from 'zod';
import type { CallView } from '../calls/call-view.ts';
import type { CallNames } from '../../store/calls/call-store.ts';
import {
  decimalColumns,
  instantColumns,
  ownColumns,
  sameColumns,
  type ReportColumn,
} from './report-columns.ts';

type View = z.infer<typeof CallView>;
type Row = View & ReturnType<typeof callNamesView>;

/** What people call those of a call. */
export const callNamesView = (names: CallNames | undefined) => ({
  campaign_name: names?.campaign ?? null,
  agent_name: names?.agent ?? null,
  contact_name: names?.contact ?? null,
  row_key: names?.rowKey ?? null,
});

/** Columns of the report of calls. New ones are added at the end, because people refer to columns by their place. */
export const CALL_COLUMNS: readonly ReportColumn<Row>[] = [
  ...sameColumns<View>('ref', 'campaign_id', 'contact', 'ordinal', 'number', 'agent_id'),
  ...sameColumns<View>('state', 'disposition', 'reason', 'attempts'),
  { name: 'next', value: ({ redial }) => redial?.text },
  ...instantColumns<View>('created_at', 'placed_at', 'answered_at', 'bridged_at', 'ended_at'),
  ...sameColumns<View>('agent_ring_seconds', 'agent_connected_seconds'),
  ...sameColumns<View>('customer_ring_seconds', 'talk_seconds'),
  ...decimalColumns<View>('cost'),
  ...sameColumns<View>('currency', 'cost_source', 'settlement', 'recording'),
  ...ownColumns<View>('carrier_call_id'),
  ...ownColumns<Row>('campaign_name', 'agent_name', 'contact_name', 'row_key'),
  ...sameColumns<View>('outcome'),
];
