/**
 * The standing demonstration: a campaign of invented people that is dialled at a calm pace, so that the pages live after
 * the example. Whoever stops it pauses the campaign; then nobody is added.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { CampaignProgress } from '../../terminal/api-shapes.ts';
import { isOver } from '../../terminal/campaign-format.ts';
import { EXAMPLE_REDIAL } from './example-campaign.ts';
import type { StateFolder } from '../state-folder.ts';

/** Twelve calls a minute. */
const CALLS_PER_SECOND = 0.2;
/** A call takes about 60 kB in all files together, two thirds of them Temporal's: a start that nobody ends takes 110 MB. */
const MOST_PEOPLE_OF_START = 1_500;
const AT_ONCE = 20;
/** So many are waiting to be called before others are added. */
const FEW = 8;
const LOOK_EVERY_MS = 5_000;

/** Ranges of a thousand numbers that are kept for fiction. The example has others. */
const RANGES = ['+442079460', '+441134960', '+441214960', '+441314960'];
const NUMBERS_OF_RANGE = 1_000;

const FIRST =
  'Ada Bela Cora Dario Edda Finn Gesa Hugo Ines Jona Kaya Linus Mira Nico Olga Pepe'.split(' ');
const LAST =
  'Fernleigh Goldacre Hazelby Ivystone Jayfield Kelpmoor Larkhill Mossby Nettleham Oakrise Pinewell'.split(
    ' ',
  );

interface Person {
  number: string;
  name: string;
  row_key: string;
}

/** The person of this place in the list; undefined: all numbers were used. */
export function personAt(index: number): Person | undefined {
  const range = RANGES[Math.floor(index / NUMBERS_OF_RANGE)];
  if (range === undefined) return undefined;
  const digits = String(index % NUMBERS_OF_RANGE).padStart(3, '0');
  return {
    number: range + digits,
    name: `${FIRST[index % FIRST.length]} ${LAST[index % LAST.length]}`,
    row_key: `DEMO-${String(index + 1).padStart(4, '0')}`,
  };
}

/** Finds the demonstration of the last start; if it is over or there is none, makes one, as a draft. Returns its id. */
export async function prepareDemonstration(client: ApiClient, state: StateFolder): Promise<string> {
  const { demonstration: last } = state.recall();
  if (last !== undefined && !isOver(await campaign(client, last))) return last;
  const { id } = await client.post('/v1/campaigns', {
    // A start after a kill finds what was made and not remembered.
    idempotencyKey: `demonstration.after.${last ?? 'none'}`,
    body: {
      name: 'Standing demonstration',
      keep_open: true,
      calls_per_second: CALLS_PER_SECOND,
      redial: EXAMPLE_REDIAL,
    },
  });
  state.remember({ demonstration: id });
  return id;
}

/** What an earlier start has left does not dial on. */
export async function pauseDemonstration(client: ApiClient, state: StateFolder): Promise<void> {
  const { demonstration: last } = state.recall();
  if (last === undefined || (await campaign(client, last)).state !== 'running') return;
  await client.post('/v1/campaigns/{campaignId}/pause', { path: { campaignId: last } });
}

const campaign = (client: ApiClient, campaignId: string): Promise<CampaignProgress> =>
  client.get('/v1/campaigns/{campaignId}', { path: { campaignId } });

/** Starts the demonstration and feeds it until the signal aborts, or it is over. */
export async function runDemonstration(
  client: ApiClient,
  id: string,
  { signal, onFault }: { signal: AbortSignal; onFault: (error: unknown) => void },
): Promise<void> {
  let run: Run = { isOver: false };
  let failed = false;
  while (!signal.aborted && !run.isOver) {
    try {
      run = await turn(client, await campaign(client, id), run);
      failed = false;
    } catch (error) {
      // Once, however long it lasts.
      if (!signal.aborted && !failed) onFault(error);
      failed = true;
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

interface Run {
  isOver: boolean;
  /** How many people there were when it began to run; undefined: it does not run. */
  before?: number;
}

async function turn(client: ApiClient, now: CampaignProgress, run: Run): Promise<Run> {
  const path = { campaignId: now.id };
  if (now.state === 'draft') {
    await feed(client, now);
    await client.post('/v1/campaigns/{campaignId}/start', { path });
  }
  if (now.state !== 'running') return { isOver: isOver(now) };
  const { total } = now.contacts;
  const { before = total } = run;
  if (total - before >= MOST_PEOPLE_OF_START) {
    await client.post('/v1/campaigns/{campaignId}/pause', { path });
  } else if (waiting(now) < FEW && !(await feed(client, now))) {
    await client.post('/v1/campaigns/{campaignId}/drain', { path });
  }
  return { isOver: false, before };
}

const waiting = ({ contacts: { by_state: states } }: CampaignProgress) =>
  (states['due'] ?? 0) + (states['claimed'] ?? 0);

/** False: all numbers were used. */
async function feed(
  client: ApiClient,
  { id, contacts: { total } }: CampaignProgress,
): Promise<boolean> {
  const people = Array.from({ length: AT_ONCE }, (_, index) => personAt(total + index));
  const added = people.filter((person) => person !== undefined);
  if (added.length === 0) return false;
  await client.post('/v1/campaigns/{campaignId}/contacts', {
    path: { campaignId: id },
    idempotencyKey: `demonstration.${id}.${total}`,
    body: { contacts: added },
  });
  return true;
}
