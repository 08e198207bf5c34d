/** What people call the campaign, the agent and the contact of a call. */
import * as z from 'zod';
import type { CallNames } from '../../store/calls/call-store.ts';

const Name = z.string().nullable();

export const CALL_NAME_FIELDS = {
  campaign_name: Name,
  agent_name: Name.meta({ description: 'Null: it has no agent, or the agent was deleted.' }),
  contact_name: Name.meta({ description: 'Null: the list has none, or the person was erased.' }),
  row_key: Name.meta({ description: 'The key of the contact in its list; null: it has none.' }),
};

export const callNamesView = (names: CallNames | undefined) => ({
  campaign_name: names?.campaign ?? null,
  agent_name: names?.agent ?? null,
  contact_name: names?.contact ?? null,
  row_key: names?.rowKey ?? null,
});
