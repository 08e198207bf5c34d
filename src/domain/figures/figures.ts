/**
 * The glossary of figures: what each one counts, and of what a rate is the share. Pages, the document of the API, the command line
 * and the reference are made of it. Data that imports nothing, because the dashboard takes it to browsers.
 */

interface FigureMeaning {
  /** On pages. */
  title: string;
  /** The column of the command line; left out: it is in no table there. */
  column?: string;
  /** One definition, with its denominator. */
  is: string;
}

/** By the name of the field in the API, which is also the column of reports. */
export const FIGURES = {
  calls: {
    title: 'Calls with a POST',
    is: 'Calls with a POST, at the last one of each, refused ones included. A call that waits after a refusal counts when its next POST leaves, or it ends. Of an agent: only those that rang the agent’s phone (agent_rang).',
  },
  placed: {
    title: 'Calls placed',
    column: 'placed',
    is: 'Calls that the carrier placed or may have placed: those with a POST, without refused and not-dialled ones. Of an agent: only those that rang the agent’s phone (agent_rang).',
  },
  live: {
    title: 'Live calls',
    is: 'Calls that have not ended.',
  },
  agent_rang: {
    title: 'Agent rang',
    column: 'agent rang',
    is: 'Calls that rang the agent’s phone: the agent answered, or the call ended because the agent did not. A live call counts, because its agent is rung first.',
  },
  answered: {
    title: 'Agent answered',
    column: 'agent answered',
    is: 'Calls that the agent answered, so that the customer was dialled.',
  },
  customer_rang: {
    title: 'Customer rang',
    column: 'customer rang',
    is: 'Calls that rang the customer’s phone.',
  },
  bridged: {
    title: 'Talks',
    column: 'talks',
    is: 'Calls in which agent and customer were connected.',
  },
  asr: {
    title: 'ASR',
    column: 'ASR',
    is: 'Answer-seizure ratio: talks divided by calls placed. Empty without a placed call. Live calls count as placed.',
  },
  agent_ring_seconds: {
    title: 'Agent ring time',
    is: 'How long agents’ phones rang, as far as it is known.',
  },
  customer_ring_seconds: {
    title: 'Customer ring time',
    is: 'How long customers’ phones rang, as far as it is known.',
  },
  talk_seconds: {
    title: 'Talk time',
    column: 'talk time',
    is: 'From the bridge to the end of each talk, as far as it is known.',
  },
  cost: {
    title: 'Cost',
    column: 'cost',
    is: 'The exact sum of the bills so far. Calls that are not settled yet count with nothing.',
  },
  calls_a_minute: {
    title: 'Calls a minute',
    column: 'calls a minute',
    is: 'Calls placed in the last 60 seconds, whatever span is shown.',
  },
  dialled: {
    title: 'Customers dialled',
    column: 'dialled',
    is: 'Calls in which the customer was dialled: those that the agent answered.',
  },
  customer_answered: {
    title: 'Customers answered',
    column: 'customers answered',
    is: 'Calls among the dialled ones that the customer answered: talks. The field is `answered`, beside `dialled`.',
  },
  answer_rate: {
    title: 'Answer rate',
    column: 'rate',
    is: 'Customers answered divided by customers dialled.',
  },
  ready_seconds: {
    title: 'Idle',
    column: 'idle',
    is: 'Time in which agents were ready, without a call and not in wrap-up.',
  },
  busy_seconds: {
    title: 'Busy',
    column: 'busy',
    is: 'Time of agents with a call: ringing (from the POST on), on the call and in wrap-up.',
  },
  paused_seconds: {
    title: 'Paused',
    column: 'paused',
    is: 'Time in which agents were paused, and not on a call.',
  },
  occupancy: {
    title: 'Occupancy',
    column: 'occupancy',
    is: 'Busy time divided by busy and idle time. Pauses do not count. Empty if no agent was available.',
  },
} as const satisfies Readonly<Record<string, FigureMeaning>>;

export type FigureName = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

export const figureOf = (name: FigureName): FigureMeaning => FIGURES[name];
