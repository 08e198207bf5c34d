/**
 * How long things take at the carrier. The interface document shows the webhook rules (6.5, 6.6) and
 * the recording quotas (8); ring limits are not shown and come from the carrier profile.
 */
export interface CarrierTiming {
  /** Longest an agent's phone rings before the carrier gives up. */
  agentRingMs: number;
  /** Longest a customer's phone rings. */
  customerRingMs: number;
  /** First retry delay of a webhook, its growth, and the number of retries. */
  webhookFirstRetryMs: number;
  webhookRetryFactor: number;
  webhookRetries: number;
  webhookAnswerMs: number;
  /** Recording lookups: at most one in this time (8). */
  recordingLookupSpacingMs: number;
  /** How long after the end of a call its recording may still appear. */
  recordingReadyMs: number;
  /** Polls of calls (GET) of the whole account; see `domain/calls/poll-pace.ts`. */
  pollsPerSecond: number;
}

/** An instant that lies further ahead was written before our clock was set back: the clocks of two processes differ by less. */
export const CLOCKS_DIFFER_MS = 60_000;

export interface HoldTiming {
  /** The waits of the usual hold rule, for a status without a rule of the account. */
  firstProbeAfterMs: number;
  longestProbeGapMs: number;
  /** Longer than one placing takes. */
  probeLeaseMs: number;
}

/**
 * How long Dialwright waits, in milliseconds. A time factor compresses all of these, but deadlines of the network only
 * up to a limit, because sockets and disks do not get faster.
 */
export interface Timing {
  /** Of the activity that places: connecting, the POST, and the transactions around it. */
  placeWithinMs: number;
  postMs: number;
  readMs: number;
  downloadMs: number;
  /** From placement to the first poll of a call that waits for webhooks. No phone can ring any more by then. */
  silenceMs: number;
  /** A call is polled this long after placement, if no webhook has arrived for it or for any later call. */
  quietMs: number;
  /** Longest an agent's and a customer's phone ring at the carrier. */
  agentRingMs: number;
  customerRingMs: number;
  /** Between two polls of a call, at first and at most. */
  pollMs: number;
  pollAtMostMs: number;
  /** Between two polls of a call whose end was reported and that GET still shows alive, at first. */
  endPollMs: number;
  /** Between two polls while a phone may ring. */
  ringPollMs: number;
  /** Between two polls of the account. The pause of each polled call is this times the number of polled calls. */
  pollSpacingMs: number;
  /** If the call ended within this time after the agent's phone was seen ringing, nobody can have talked. */
  legGapMs: number;
  /** How long a call may stay bridged between two polls. */
  bridgedPollMs: number;
  /** Longest pause after a poll that failed, whatever the carrier asks for. */
  pollRetryAtMostMs: number;
  /** A terminal event is believed after GET has failed for this long. */
  unconfirmedAfterMs: number;
  /** An accepted call is `carrier-lost` after this time without progress, or without an answer to GET. */
  lostAfterMs: number;
  /** How long an unknown placement waits for evidence, and for how long its agent counts as busy. */
  horizonMs: number;
  unknownAgentMs: number;
  /** Between polls for the final cost, at first, and the settlement deadline. */
  settleMs: number;
  settleAtMostMs: number;
  /** How long a call waits for the webhook of its recording before it asks the desk. */
  recordingGraceMs: number;
  /** How long a call waits for the desk before it leaves the recording to it. */
  deskWaitMs: number;
  /** Between two lookups, counted from the end of the first. */
  deskSpacingMs: number;
  /** A lookup's request leaves within `lookupSendMs` or never. The lookup ends within `lookupAtMostMs` in any case. */
  lookupSendMs: number;
  lookupAtMostMs: number;
  /** When a recording is looked up again: see `domain/recordings/recording-retry.ts`. */
  recordingRetryMs: number;
  recordingOutageMs: number;
  recordingReadyMs: number;
  /** A call refused for now, or whose POST could not be sent, tries again after this, doubling. */
  placeRetryMs: number;
  sweepMs: number;
  /** An alert is raised if no agent has been ready, or a lookup of a recording has been due, for this time. */
  noAgentsMs: number;
  recordingLateMs: number;
  /** Of webhooks that we send: see `domain/events/webhook-delivery.ts`. */
  webhookRetryMs: readonly number[];
  webhookGiveUpMs: number;
  /** Limit of one request, its body included. */
  webhookSendMs: number;
  /** How often the carrier's call records are compared, and how far back. Each call is compared many times. */
  reconcileEveryMs: number;
  reconcileSpanMs: number;
  /** How long the dispatcher runs before it reports to the campaign's workflow. */
  dispatchSliceMs: number;
  /** Between two rounds of the dispatcher while there is something to dial, and at most while there is not. */
  dispatchTickMs: number;
  dispatchIdleMs: number;
  /** Webhooks that arrive within this time share one signal. */
  lingerMs: number;
  hold: HoldTiming;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The events of an endpoint wait behind the one that failed, so the first pauses are short. */
const WEBHOOK_RETRY_MS = [5, 15, 60, 5 * 60, 15 * 60, 60 * 60, 2 * 60 * 60].map(
  (seconds) => seconds * SECOND,
);

/** For a hold whose status has no rule of the account. */
export const USUAL_PROBE_WAITS = { firstProbeAfterMs: 30 * SECOND, longestProbeGapMs: 15 * MINUTE };
/** A simulated carrier on loopback is faster than a real one, but a busy machine still needs seconds. */
const DEADLINES_COMPRESS_AT_MOST = 5;
/** Number of polls while a phone may ring. */
const RING_POLLS = 24;
/** `legGapMs` is the ring time divided by this: too short for an answer, the customer's ringing and a talk. */
const LEG_GAPS = 12;
/** `quietMs` is the ring time divided by this. The webhook for the agent's ringing arrives well within it. */
const QUIET_SPANS = 8;

/**
 * The timing that follows from a carrier's, compressed by `factor` as the carrier's own time is
 * (the simulator's time factor; 1 for a real carrier).
 */
export function timingFor(carrier: CarrierTiming, factor = 1): Timing {
  const scaled = (ms: number) => Math.max(1, Math.round(ms / factor));
  // One divisor for all deadlines, so that the longer of two stays longer.
  const deadline = (ms: number) => Math.round(ms / Math.min(factor, DEADLINES_COMPRESS_AT_MOST));
  const ringMs = Math.min(carrier.agentRingMs, carrier.customerRingMs);
  return {
    placeWithinMs: deadline(45 * SECOND),
    postMs: deadline(15 * SECOND),
    readMs: deadline(10 * SECOND),
    downloadMs: deadline(60 * SECOND),
    silenceMs: scaled(carrier.agentRingMs + carrier.customerRingMs + MINUTE),
    quietMs: scaled(ringMs / QUIET_SPANS),
    agentRingMs: scaled(carrier.agentRingMs),
    customerRingMs: scaled(carrier.customerRingMs),
    pollMs: scaled(5 * SECOND),
    pollAtMostMs: scaled(30 * SECOND),
    endPollMs: scaled(SECOND / 2),
    ringPollMs: scaled(Math.min(5 * SECOND, Math.max(ringMs / RING_POLLS, SECOND))),
    pollSpacingMs: SECOND / carrier.pollsPerSecond / factor,
    legGapMs: scaled(ringMs / LEG_GAPS),
    bridgedPollMs: scaled(5 * MINUTE),
    pollRetryAtMostMs: scaled(10 * MINUTE),
    unconfirmedAfterMs: scaled(2 * MINUTE),
    lostAfterMs: scaled(6 * 60 * MINUTE),
    horizonMs: scaled(carrier.agentRingMs + webhookTailMs(carrier)),
    unknownAgentMs: scaled(carrier.agentRingMs + carrier.customerRingMs + MINUTE),
    settleMs: scaled(MINUTE),
    settleAtMostMs: scaled(60 * MINUTE),
    recordingGraceMs: scaled(3 * MINUTE),
    deskWaitMs: scaled(15 * MINUTE),
    deskSpacingMs: scaled(carrier.recordingLookupSpacingMs + SECOND),
    lookupSendMs: deadline(20 * SECOND),
    lookupAtMostMs: deadline(30 * SECOND),
    recordingRetryMs: scaled(3 * MINUTE),
    recordingOutageMs: scaled(30 * MINUTE),
    recordingReadyMs: scaled(carrier.recordingReadyMs),
    placeRetryMs: scaled(10 * SECOND),
    // A Temporal schedule cannot run more often.
    sweepMs: Math.max(SECOND, scaled(MINUTE)),
    noAgentsMs: scaled(MINUTE),
    recordingLateMs: scaled(15 * MINUTE),
    webhookRetryMs: WEBHOOK_RETRY_MS.map(scaled),
    webhookGiveUpMs: scaled(5 * 24 * 60 * MINUTE),
    webhookSendMs: deadline(15 * SECOND),
    reconcileEveryMs: Math.max(SECOND, scaled(60 * MINUTE)),
    reconcileSpanMs: Math.max(MINUTE, scaled(24 * 60 * MINUTE)),
    dispatchSliceMs: scaled(5 * MINUTE),
    dispatchTickMs: 150,
    dispatchIdleMs: Math.max(150, scaled(SECOND)),
    lingerMs: 20,
    hold: {
      firstProbeAfterMs: scaled(USUAL_PROBE_WAITS.firstProbeAfterMs),
      longestProbeGapMs: scaled(USUAL_PROBE_WAITS.longestProbeGapMs),
      probeLeaseMs: deadline(MINUTE),
    },
  };
}

/** How often a process looks whether Temporal and the workflows are well. An alert that follows is raised within a minute. */
export const watchEveryMs = ({ sweepMs }: Pick<Timing, 'sweepMs'>): number =>
  Math.min(10 * SECOND, Math.max(2 * SECOND, sweepMs / 6));

/** From a webhook's first try to the end of its last (interface document 6, rules 5 and 6). */
export function webhookTailMs(carrier: CarrierTiming): number {
  let tailMs = carrier.webhookAnswerMs;
  for (let retry = 0; retry < carrier.webhookRetries; retry++) {
    tailMs += carrier.webhookFirstRetryMs * carrier.webhookRetryFactor ** retry;
    tailMs += carrier.webhookAnswerMs;
  }
  return tailMs;
}
