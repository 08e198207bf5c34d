import type * as z from 'zod';
import type { CostsView } from '../statistics/statistics-view.ts';
import { decimalColumns, ownColumns, sameColumns, type ReportColumn } from './report-columns.ts';

type View = z.infer<typeof CostsView>['data'][number] & { currency: string | null };

/** Columns of the report of costs. New ones are added at the end, because people refer to columns by their place. */
export const COST_COLUMNS: readonly ReportColumn<View>[] = [
  {
    name: 'month',
    kind: 'time',
    // Excel makes a date of `2026-11` too, of a day that depends on the country.
    value: ({ month }, { for: reader }) =>
      month === null || reader === undefined ? month : `${month}-01`,
  },
  ...sameColumns<View>('campaign_id', 'agent_id'),
  ...ownColumns<View>('name'),
  ...sameColumns<View>('calls', 'placed', 'answered'),
  ...sameColumns<View>('customer_rang', 'bridged', 'asr', 'talk_seconds'),
  ...decimalColumns<View>('cost'),
  ...sameColumns<View>('currency', 'agent_rang'),
];
