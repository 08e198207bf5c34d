import { account } from './account.ts';
import { agents } from './agents.ts';
import { agentTimes } from './agent-times.ts';
import { callbacks } from './callbacks.ts';
import { callBuckets } from './calls/call-buckets.ts';
import { calls } from './calls/calls.ts';
import { callTallies } from './calls/call-tallies.ts';
import { inbox } from './calls/inbox.ts';
import { placements } from './calls/placements.ts';
import { recordings } from './calls/recordings.ts';
import { campaigns } from './campaigns.ts';
import { contacts } from './contacts.ts';
import { erasures } from './erasures.ts';
import { events } from './events/events.ts';
import { eventTriggers } from './events/event-triggers.ts';
import { imports } from './imports.ts';
import { keys } from './keys.ts';
import { reports } from './reports.ts';
import { suppressions } from './suppressions.ts';
import { WORDS, type Engine } from './words.ts';

/** Tables stand behind those that they refer to, triggers behind their tables. */
const PARTS = [
  campaigns,
  account,
  agents,
  contacts,
  imports,
  calls,
  callTallies,
  callBuckets,
  agentTimes,
  placements,
  inbox,
  recordings,
  callbacks,
  suppressions,
  erasures,
  reports,
  events,
  eventTriggers,
  keys,
];

/**
 * Step 1 of an engine's schema. Times are epoch milliseconds. Money is an integer, scaled by 10^10. Tallies are counters,
 * so that counts need no scan. Comments with "guards" name columns and rows that enforce a rule.
 */
export const initialSchema = (engine: Engine): string =>
  PARTS.map((part) => part(WORDS[engine])).join('\n');
