/** Files that this API writes, and that an import takes as they are. */
import type { OwnFile } from './header-line.ts';
import { LEFT_OUT_COLUMNS } from '../rows/row-fields.ts';

const unread = (titles: string): Record<string, null> =>
  Object.fromEntries(titles.split(' ').map((title) => [title, null]));

export const OWN_FILES: readonly OwnFile[] = [
  {
    marks: ['line', 'outcome', 'reason'],
    columns: {
      data: 'data',
      ...Object.fromEntries(LEFT_OUT_COLUMNS.map((title) => [title, null])),
    },
  },
  // The report of contacts. Its agent is the only one who may call, as in a list.
  {
    marks: ['position', 'due_reason', 'zone_source'],
    columns: {
      zones: 'zone',
      data: 'data',
      ...unread(
        'position state disposition calls due_at due_at_local due_reason zone_source not_before_local not_after_local ' +
          'campaign_id campaign_name agent_name number_place',
      ),
    },
  },
  // The report of calls. Its agent is the one who called.
  {
    marks: ['ref', 'ordinal', 'carrier_call_id'],
    columns: {
      contact_name: 'name',
      ...unread(
        'ref campaign_id contact ordinal agent_id state disposition reason attempts next created_at created_at_local ' +
          'placed_at placed_at_local answered_at answered_at_local bridged_at bridged_at_local ended_at ended_at_local ' +
          'agent_ring_seconds agent_connected_seconds customer_ring_seconds talk_seconds cost currency cost_source ' +
          'settlement recording carrier_call_id campaign_name agent_name outcome',
      ),
    },
  },
];
