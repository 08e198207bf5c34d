/** The life of a campaign: draft ⇄ scheduled → running ⇄ paused → draining → completed | cancelled. */
export const CAMPAIGN_STATES = [
  'draft',
  'scheduled',
  'running',
  'paused',
  'draining',
  'completed',
  'cancelled',
] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/**
 * `list`: dials its contacts and ends. `standing`: belongs to the account, for single calls and for callbacks. It never
 * ends, so that calls can always be requested.
 */
export const CAMPAIGN_KINDS = ['list', 'standing'] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

export const CAMPAIGN_MOVES = [
  'start',
  'unschedule',
  'pause',
  'resume',
  'drain',
  'cancel',
] as const;
export type CampaignMove = (typeof CAMPAIGN_MOVES)[number];

const MOVES: Record<CampaignState, Partial<Record<CampaignMove, CampaignState>>> = {
  draft: { start: 'running', cancel: 'cancelled' },
  scheduled: { start: 'running', unschedule: 'draft', cancel: 'cancelled' },
  running: { pause: 'paused', drain: 'draining', cancel: 'cancelled' },
  paused: { resume: 'running', drain: 'draining', cancel: 'cancelled' },
  draining: { pause: 'paused', cancel: 'cancelled' },
  completed: {},
  cancelled: {},
};

export function allowedMoves(state: CampaignState, kind: CampaignKind = 'list'): CampaignMove[] {
  return CAMPAIGN_MOVES.filter(
    (move) => MOVES[state][move] !== undefined && (kind === 'list' || !ENDING.includes(move)),
  );
}

/** Moves that lead to a campaign's end. */
const ENDING: readonly CampaignMove[] = ['drain', 'cancel'];

/**
 * The state after a move; undefined when the move is illegal from here.
 * @param planned a start at a later time. It may be planned, and planned again, in every state that allows a start
 */
export function stateAfter(
  state: CampaignState,
  move: CampaignMove,
  planned = false,
): CampaignState | undefined {
  const next = MOVES[state][move];
  return planned && move === 'start' && next !== undefined ? 'scheduled' : next;
}

/** New POSTs may leave only in these states. */
export const DIALLING_STATES = ['running', 'draining'] as const satisfies CampaignState[];
export const mayDial = (state: CampaignState): boolean =>
  (DIALLING_STATES as readonly CampaignState[]).includes(state);

/** Contacts may be added until the end, but not while the campaign drains. */
export function mayAppend(state: CampaignState): boolean {
  return state === 'draft' || state === 'scheduled' || state === 'running' || state === 'paused';
}

/** States in which the campaign needs a running workflow. */
export const isSetGoing = (state: CampaignState): boolean =>
  state === 'scheduled' || mayDial(state);

export const OVER_STATES = ['completed', 'cancelled'] as const satisfies CampaignState[];
export const isOver = (state: CampaignState): boolean =>
  (OVER_STATES as readonly CampaignState[]).includes(state);
