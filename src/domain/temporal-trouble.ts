/** What a server or worker sees wrong with Temporal, and which of the processes of an installation are away. */

export interface TemporalTrouble {
  /** `temporal`: it cannot be used, or has lost its runs. `sweep`: the sweep does not run, or did not until just now. */
  kind: 'temporal' | 'sweep';
  /** For people: what is wrong, and what to do. The same as long as it lasts. */
  text: string;
}

/** A running server or worker, or one that ran. */
export interface ProcessSign {
  /** Host name and process id. */
  name: string;
  role: 'server' | 'worker';
  /** The kinds of work of a worker. */
  work: readonly string[];
  /** The last sign of life. */
  atMs: number;
  /** It was stopped in order. */
  stopped: boolean;
  trouble: TemporalTrouble | null;
}

/** A process shows life every ten seconds. A busy machine is not silent so long. */
const SILENT_AFTER_MS = 25_000;
/** After this time nobody can tell a frozen process from a machine that is gone. */
const FORGOTTEN_AFTER_MS = 60 * 60_000;
/** A restart takes so long. */
const RESTARTED_WITHIN_MS = 30_000;

export interface ProcessAlert {
  kind: 'temporal-away' | 'sweep-away' | 'worker-away';
  subject: string;
  text: string;
}

/** What stands still if no worker serves a kind of work. */
export const WITHOUT_WORK = {
  dispatching: 'no campaign dials',
  calling: 'no call and no campaign moves',
  recordings: 'no recording is fetched',
  bookkeeping:
    'nothing that was left undone is found, nothing is reconciled or rehearsed, and no event is sent to webhook endpoints',
} as const;
const KINDS = Object.keys(WITHOUT_WORK) as (keyof typeof WITHOUT_WORK)[];

interface Instants {
  nowMs: number;
  /** When a worker was last known to run, besides its signs; null: none ever was. */
  sinceMs: number | null;
}

export function processAlerts(signs: readonly ProcessSign[], at: Instants): ProcessAlert[] {
  const { nowMs } = at;
  const alive = signs.filter((sign) => !sign.stopped && nowMs - sign.atMs <= SILENT_AFTER_MS);
  const troubles = alive
    .toSorted(
      (one, other) => other.role.localeCompare(one.role) || one.name.localeCompare(other.name),
    )
    .flatMap(({ trouble }) => trouble ?? []);
  const temporal = troubles.find(({ kind }) => kind === 'temporal');
  const sweep = troubles.find(({ kind }) => kind === 'sweep');
  return [
    ...(temporal
      ? [{ kind: 'temporal-away', subject: 'account', text: temporal.text } as const]
      : []),
    ...(sweep ? [{ kind: 'sweep-away', subject: 'account', text: sweep.text } as const] : []),
    ...withoutWorker(signs, alive, at),
    ...signs.filter((sign) => isSilent(sign, nowMs)).map(silentAlert),
  ];
}

const isSilent = ({ role, stopped, atMs }: ProcessSign, nowMs: number): boolean =>
  role === 'worker' &&
  !stopped &&
  nowMs - atMs > SILENT_AFTER_MS &&
  nowMs - atMs <= FORGOTTEN_AFTER_MS;

const silentAlert = ({ name, atMs }: ProcessSign): ProcessAlert => ({
  kind: 'worker-away',
  subject: `workers/${name}`,
  text:
    `the worker ${name} has shown no life since ${new Date(atMs).toISOString()}: it is frozen, was killed, or cannot reach the ` +
    'database; start it again, or look at its log',
});

function withoutWorker(
  signs: readonly ProcessSign[],
  alive: readonly ProcessSign[],
  { nowMs, sinceMs }: Instants,
): ProcessAlert[] {
  const workers = signs.filter(({ role }) => role === 'worker');
  const seenMs = (some: readonly ProcessSign[]) => Math.max(...some.map(({ atMs }) => atMs));
  const alertOf = (subject: string, text: string): ProcessAlert[] => [
    { kind: 'worker-away', subject, text },
  ];
  if (!alive.some(({ role }) => role === 'worker')) {
    const lastMs = Math.max(seenMs(workers), sinceMs ?? -Infinity);
    if (lastMs === -Infinity || nowMs - lastMs <= RESTARTED_WITHIN_MS) return [];
    return alertOf(
      'account',
      `no worker runs since ${new Date(lastMs).toISOString()}: start one (\`npm run worker\`)`,
    );
  }
  const missing = KINDS.filter((work) => {
    const serving = workers.filter((sign) => sign.work.includes(work));
    return (
      !alive.some((sign) => serving.includes(sign)) && nowMs - seenMs(serving) > RESTARTED_WITHIN_MS
    );
  });
  if (missing.length === 0) return [];
  return alertOf(
    // Without the others campaigns and calls go on.
    missing.some((work) => work === 'calling' || work === 'dispatching') ? 'account' : 'workers',
    `no worker serves ${missing.join(', ')}: ${missing.map((work) => WITHOUT_WORK[work]).join('; ')}; ` +
      `start one with ${missing.join(', ')} among its DIALWRIGHT_WORKER_QUEUES`,
  );
}
