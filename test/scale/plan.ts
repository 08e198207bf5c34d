/**
 * What is dialled, under which limits, and what a person does meanwhile. Follows from the number of contacts, the
 * seed and the moment of the start alone: calling windows open and close by the real clock.
 */
import { chanceOf, type Chance } from '../faults/chance.ts';
import {
  CLOSED_ALL_DAY,
  hoursFor,
  OPEN_ALL_DAY,
  OTHER_DAY,
  zonesAt,
  type PlannedZones,
} from './zones.ts';

export interface PlannedCampaign {
  name: string;
  /** As the API takes it. */
  settings: Record<string, unknown>;
  contacts: { number: string; name: string; zone: string }[];
}

export interface Plan {
  agents: Record<string, unknown>[];
  account: { calls_per_second: number; max_live_calls: number };
  campaigns: PlannedCampaign[];
  /** Numbers that are suppressed one after the other while the campaigns run. */
  suppressed: string[];
}

export interface Scale {
  contacts: number;
  seed: string;
  startMs: number;
}

/** On a machine with nothing else to do; what the pace of the account makes of it. */
const EXPECTED_MS_PER_CONTACT = 110;
/**
 * Before any window opens again and any cap lets pass again, so that who is shut out is given up and not waited for; a
 * busy machine needs long.
 */
const deadlineAt = ({ contacts, startMs }: Scale): string =>
  new Date(startMs + HOUR_MS + 10 * contacts * EXPECTED_MS_PER_CONTACT).toISOString();
const HOUR_MS = 3_600_000;

const SHARES = { urgent: 0.15, autumn: 0.3, winter: 0.25, voices: 0.2, thrifty: 0.1 };
/** Of the second list, so many numbers stand in the first one too. */
const SHARED = 0.4;
const SUPPRESSED = 0.05;

/** A long list is called by more agents; the pace stays. */
const timesWider = ({ contacts }: Scale): number => (contacts > 2_000 ? 3 : 1);

export function planOf(scale: Scale): Plan {
  const wider = timesWider(scale);
  const chance = chanceOf('scale', scale.seed);
  const zones = zonesAt(scale.startMs, scale.contacts * EXPECTED_MS_PER_CONTACT);
  const campaigns = campaignsOf(scale, zones, chance);
  const numbers = [...new Set(campaigns.flatMap(({ contacts }) => contacts.map(toNumber)))];
  const suppressed = Array.from({ length: Math.ceil(scale.contacts * SUPPRESSED) }, () =>
    chance.pick(numbers),
  );
  return {
    agents: agents(wider),
    account: { calls_per_second: 12, max_live_calls: 10 * wider },
    campaigns,
    suppressed: [...new Set(suppressed)],
  };
}

const toNumber = ({ number }: { number: string }) => number;

/** Two pools of people, and two endpoints of machines that take several calls each. */
function agents(wider: number): Record<string, unknown>[] {
  const people = (pool: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${pool}-${index + 1}`,
      name: `${pool} ${index + 1}`,
      kind: 'sip',
      address: `sip-${pool}-${index + 1}`,
      pools: [pool],
    }));
  const machine = (name: string, capacity: number) => ({
    id: name,
    name,
    kind: 'stream',
    address: `wss://${name}.dialwright.example/calls`,
    pools: ['voices'],
    capacity,
  });
  return [
    ...people('floor', 6 * wider),
    ...people('annex', 2 * wider),
    machine('voice-a', 2 * wider),
    machine('voice-b', 3 * wider),
  ];
}

const REDIAL = {
  max_attempts: 2,
  max_calls: 4,
  customer_unreached: { after: '3s', jitter: 0.2 },
  agent_unreached: { after: '1s' },
};

function campaignsOf(scale: Scale, zones: PlannedZones, chance: Chance): PlannedCampaign[] {
  const count = (share: keyof typeof SHARES) => Math.round(scale.contacts * SHARES[share]);
  const numbers = numbersFrom(0);
  const take = (length: number) => Array.from({ length }, () => numbers.next().value as string);
  const autumn = take(count('autumn'));
  const shared = autumn.slice(0, Math.floor(count('winter') * SHARED));
  const lists = {
    urgent: take(count('urgent')),
    autumn,
    winter: [...shared, ...take(count('winter') - shared.length)],
    voices: take(count('voices')),
    thrifty: take(count('thrifty')),
  };
  const inZones = (name: keyof typeof SHARES, those: readonly string[]) =>
    lists[name].map((number, index) => ({
      number,
      name: `Contact ${index + 1}`,
      zone: chance.pick(those),
    }));
  const wider = timesWider(scale);
  const always = [zones.open];
  const ends = { deadline_at: deadlineAt(scale) };
  return [
    {
      name: 'urgent',
      settings: {
        redial: REDIAL,
        priority: 10,
        max_live_calls: 3 * wider,
        calls_per_second: 3,
        agents: { pool: 'floor', wrap_up: '300ms' },
        caps: { least_gap: '4s' },
      },
      contacts: inZones('urgent', always),
    },
    {
      name: 'autumn',
      settings: {
        ...ends,
        redial: REDIAL,
        weight: 2,
        max_live_calls: 4 * wider,
        calls_per_second: 5,
        calling_window: { hours: hoursFor(zones), ring_margin: '2s' },
        agents: { pool: 'floor', wrap_up: '500ms' },
        caps: { least_gap: '10s', per_day: 3, rolling: [{ days: 7, most: 3 }] },
      },
      contacts: inZones('autumn', [
        zones.open,
        zones.open,
        zones.open,
        zones.closing,
        zones.opening,
      ]),
    },
    {
      name: 'winter',
      settings: {
        ...ends,
        redial: REDIAL,
        weight: 1,
        max_live_calls: 4 * wider,
        calls_per_second: 4,
        calling_window: {
          hours: OPEN_ALL_DAY,
          closed_dates: zones.closedDates,
          ring_margin: '0s',
        },
        agents: { wrap_up: '200ms' },
        caps: { least_gap: '8s', per_day: 2, rolling: [{ days: 7, most: 2 }] },
      },
      contacts: inZones('winter', [OTHER_DAY, OTHER_DAY, OTHER_DAY, OTHER_DAY, CLOSED_ALL_DAY]),
    },
    {
      name: 'voices',
      settings: {
        redial: REDIAL,
        max_live_calls: 5 * wider,
        calls_per_second: 4,
        agents: { pool: 'voices' },
      },
      contacts: inZones('voices', always),
    },
    {
      name: 'thrifty',
      settings: {
        redial: REDIAL,
        max_live_calls: 2 * wider,
        calls_per_second: 2,
        agents: { pool: 'annex', wrap_up: '200ms' },
        budget: { total: budgetFor(count('thrifty')), reserve_per_call: '0.05', alert_at: 0.5 },
      },
      contacts: inZones('thrifty', always),
    },
  ];
}

/** Enough for about half of them: a call costs some 0.012. */
const budgetFor = (contacts: number): string => (contacts * 0.006).toFixed(2);

/** Numbers kept for fiction (Ofcom's), a thousand behind each of these. */
const RANGES = [
  '+447700900',
  '+442079460',
  ...['113', '114', '115', '116', '117', '118', '121', '131', '141', '151', '161'].map(
    (area) => `+44${area}4960`,
  ),
  '+441914980',
  '+442896496',
  '+442920180',
];
export const MOST_CONTACTS = 1_000 * RANGES.length;

/** @throws where there are no more of them */
export function* numbersFrom(first: number): Generator<string> {
  for (let index = first; ; index++) {
    const range = RANGES[Math.floor(index / 1_000)];
    if (range === undefined) throw new Error('more contacts than numbers kept for fiction');
    yield `${range}${String(index % 1_000).padStart(3, '0')}`;
  }
}
