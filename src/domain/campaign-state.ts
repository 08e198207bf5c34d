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

export function allowedMoves(state: CampaignState): CampaignMove[] {
  return CAMPAIGN_MOVES.filter((move) => MOVES[state][move] !== undefined);
}

/**
 * The state after a move; undefined when the move is illegal from here.
 * @param planned a start for later: it may be planned wherever it may be made, and planned anew
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
export function mayDial(state: CampaignState): boolean {
  return state === 'running' || state === 'draining';
}

/** Contacts may be added until the end, but not while the campaign runs dry on purpose. */
export function mayAppend(state: CampaignState): boolean {
  return state === 'draft' || state === 'scheduled' || state === 'running' || state === 'paused';
}

/** Somebody must look after it, or it would neither begin nor go on by itself. */
export const isSetGoing = (state: CampaignState): boolean =>
  state === 'scheduled' || mayDial(state);

export const isOver = (state: CampaignState): boolean =>
  state === 'completed' || state === 'cancelled';
