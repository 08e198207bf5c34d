/** What a schedule is made of. Plain JSON, so that one can be written by hand: `--schedule file.json`. */

export const PROCESSES = ['worker', 'server', 'temporal', 'simulator'] as const;
/** More workers run only where somebody asks for them, and then to the end. */
export type ProcessName =
  | (typeof PROCESSES)[number]
  | 'second-worker'
  | `worker-${number}`
  | 'second-server'
  /** Of a build on which no history replays. */
  | 'incompatible-worker'
  /** Of a run whose engine it is. */
  | 'postgres';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

export type LinkName = 'carrier' | 'webhooks' | 'temporal' | 'postgres';

/**
 * When a fault strikes: after so long from the start of the campaigns, or at a fact that a link sees. For the
 * n-th POST to the carrier and the n-th webhook: `reached` the link, nothing passed on; `halfway`, half of its
 * body passed on; `passed`, taken by the receiver, whose answer is held; `answered`, the answer passed on. With
 * `afterMs` it strikes so long after that, and nothing is held: any time, on a busy machine too.
 */
export type Moment =
  | { on: 'clock'; ms: number }
  | { on: 'post' | 'webhook'; nth: number; phase: Phase; afterMs?: number };
export type Phase = 'reached' | 'halfway' | 'passed' | 'answered';

/** What a link does to what passes it. */
export type Trouble =
  /** Connections are refused, those that stand are broken. */
  | 'refused'
  /** Taken and never passed on: the connection breaks, or stays silent. */
  | 'request-lost'
  | 'request-silent'
  /** Passed on, and the answer breaks off, never comes, comes late, or is another one's. */
  | 'answer-cut'
  | 'answer-silent'
  | 'answer-late'
  | 'bad-gateway'
  | 'redirected'
  /** Answered by a middle box with 429, never passed on. */
  | 'too-many'
  /** Passed on late, each by another time, so out of order. */
  | 'late'
  /** Passed on twice. */
  | 'doubled'
  /** A forged body comes on the same URL before it. */
  | 'odd'
  | 'forged'
  /** A call's webhook is passed on in words that nobody can read, and its answer is lost. */
  | 'unreadable';

export type Action =
  | { do: 'kill'; who: ProcessName[]; downMs: number; held?: 'lost' | 'delivered' }
  /** SIGSTOP, and SIGCONT later; `meanwhile` another process is started. */
  | { do: 'freeze'; who: ProcessName; forMs: number; meanwhile?: ProcessName }
  /** SIGSTOP for one of the processes of Postgres, with whatever it has locked, and SIGCONT later. */
  | { do: 'freeze-backend'; forMs: number }
  /** Postgres is killed, and its standby takes its place. */
  | { do: 'fail-over' }
  /** SIGTERM one after the other, each started again when it has ended. */
  | { do: 'roll'; who: ProcessName[] }
  /** `forMs` 'campaign': until every campaign is over. */
  | { do: 'link'; link: LinkName; trouble: Trouble; forMs: number | 'campaign'; ratio: number }
  /**
   * From now on the clock of this process, or of all of ours, is wrong by so much; another process may run beside it, whose
   * clock is right.
   */
  | { do: 'set-clock'; who: 'worker' | 'server' | 'machine'; byMs: number; beside?: ProcessName }
  /** The disk of the store's file has no byte left for a while. */
  | { do: 'fill-disk'; forMs: number }
  /** Recording webhooks, by whoever has seen the account's URL for them. */
  | { do: 'flood'; posts: number }
  /** Requests without a key, whose bodies come a byte at a time. */
  | { do: 'dribble'; sockets: number; forMs: number }
  /** Ends of calls that live, on their own URLs, by whoever has seen these. */
  | { do: 'forge'; forMs: number | 'campaign' }
  /** By hand, past our API: a signal, whose payload nobody can decode or which is not what the handler expects. */
  | { do: 'signal'; to: Target; signal: string; payload: 'undecodable' | 'misshapen' | 'nothing' }
  | { do: 'terminate'; what: Target }
  | {
      do: 'schedule';
      which: 'sweep' | 'reconciliation';
      act: 'delete' | 'pause';
      profile?: Record<string, object>;
    }
  /** A deploy of a build on which no history replays, beside the worker or instead of it, for a while or for good. */
  | { do: 'incompatible'; how: 'beside' | 'instead'; forMs: number }
  | { do: 'incompatible'; how: 'for good' }
  /** Temporal comes back without its data; `bare`: and without our search attributes. */
  | { do: 'empty-temporal'; downMs: number; bare: boolean }
  | { do: 'operate'; act: 'pause' | 'stop' | 'append' | 'cancel' | 'hang-up'; forMs: number }
  /** Flags of the simulated carrier, in force from the start, and the fields of the product's profile for them. */
  | { do: 'carrier'; flags: string[]; profile?: Record<string, object> };

/** A workflow: of a live call, of the first campaign, or the recording desk. */
export type Target = 'call' | 'campaign' | 'desk';

/** `cell` names the row of the fault matrix; `name` is its text. */
export type Fault = {
  cell: string;
  name: string;
  moment: Moment;
  /** Of the checker: each must have had cases where the fault struck. */
  checks?: string[];
} & Action;

export interface Load {
  campaigns: number;
  /** Of each campaign. */
  contacts: number;
  /** So many numbers stand in every campaign. */
  sharedNumbers: number;
  /** So many persons stand in every campaign, each time with another number. */
  sharedPersons?: number;
  agents: number;
}

export interface Schedule {
  seed: string;
  index: number;
  /** By default SQLite. */
  engine?: Engine;
  timeFactor: number;
  /** False: no public URL, so nothing calls back. */
  webhooks: boolean;
  load: Load;
  faults: Fault[];
}

/** Whose clock is set. The carrier is elsewhere, and Temporal does not read ours. */
export const clocksOf = (who: 'worker' | 'server' | 'machine'): ProcessName[] =>
  who === 'machine' ? ['worker', 'server'] : [who];
