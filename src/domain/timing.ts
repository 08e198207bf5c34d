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

export interface HoldTiming {
  /** Of the usual rule, for a status for which the account has no rule. */
  firstProbeAfterMs: number;
  longestProbeGapMs: number;
  /** Longer than one placing takes. */
  probeLeaseMs: number;
}

/**
 * How long Dialwright waits, in milliseconds. A time factor compresses all of it, but network deadlines only a little,
 * because sockets and disks do not get faster.
 */
export interface Timing {
  /** Of the activity that places: connecting, the POST, and the transactions around it. */
  placeWithinMs: number;
  postMs: number;
  readMs: number;
  downloadMs: number;
  /** From placement to the first poll of a call that waits for webhooks: by then no phone can ring any more. */
  silenceMs: number;
  /** A call is polled so long after placing, to check that webhooks arrive, if none has come for it or any later call. */
  quietMs: number;
  /** Longest an agent's and a customer's phone ring at the carrier. */
  agentRingMs: number;
  customerRingMs: number;
  /** Between two polls of a call, at first and at most. */
  pollMs: number;
  pollAtMostMs: number;
  /** Between two polls while a phone may ring. */
  ringPollMs: number;
  /** Between two polls of the whole account: each polled call pauses for so long times the number of polled calls. */
  pollSpacingMs: number;
  /** Where the agent's phone was seen ringing and the call had ended within this time, nobody can have talked. */
  legGapMs: number;
  /** How long a call may stay bridged between two polls. */
  bridgedPollMs: number;
  /** Longest pause after a poll that failed, whatever the carrier asks for. */
  pollRetryAtMostMs: number;
  /** A terminal event is believed when GET has failed for so long. */
  unconfirmedAfterMs: number;
  /** An accepted call that shows no progress, or cannot be seen, for so long is `carrier-lost`. */
  lostAfterMs: number;
  /** How long an unknown placement waits for a sign, and for how long its agent counts as busy. */
  horizonMs: number;
  unknownAgentMs: number;
  /** Between polls for the final cost, at first, and the settlement deadline. */
  settleMs: number;
  settleAtMostMs: number;
  /** How long a recording's webhook is waited for before the desk is asked. */
  recordingGraceMs: number;
  /** How long a call waits for the desk before it leaves the recording to it. */
  deskWaitMs: number;
  /** Between two lookups, counted from the end of the first. */
  deskSpacingMs: number;
  /** A lookup's request leaves within this or not at all, and is over within the other, whatever happens. */
  lookupSendMs: number;
  lookupAtMostMs: number;
  /** When a recording is looked up again: see `domain/recordings/recording-retry.ts`. */
  recordingRetryMs: number;
  recordingOutageMs: number;
  recordingReadyMs: number;
  /** A call refused for now, or whose POST could not be sent, tries again after this, doubling. */
  placeRetryMs: number;
  sweepMs: number;
  /** How often the carrier's call records are compared, and how far back: each call is seen many times. */
  reconcileEveryMs: number;
  reconcileSpanMs: number;
  /** How long the dispatcher runs before it reports to the campaign's workflow. */
  dispatchSliceMs: number;
  /** Between two rounds of the dispatcher. */
  dispatchTickMs: number;
  /** Webhooks that arrive within this time share one signal. */
  lingerMs: number;
  hold: HoldTiming;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Of a hold for whose status the account has no rule. */
export const USUAL_PROBE_WAITS = { firstProbeAfterMs: 30 * SECOND, longestProbeGapMs: 15 * MINUTE };
/** A simulated carrier on loopback answers sooner than a real one, but a busy machine still needs seconds. */
const DEADLINES_COMPRESS_AT_MOST = 5;
/** Polls while a phone may ring. */
const RING_POLLS = 24;
/** An answer, the customer's ringing and a talk do not fit into this part of the ring time. */
const LEG_GAPS = 12;
/** Where webhooks arrive, one for the agent's ringing comes well within this part of the ring time. */
const QUIET_SPANS = 8;

/**
 * The timing that follows from a carrier's, compressed by `factor` where the carrier's own time is
 * (the simulator's time factor; 1 for a real carrier).
 */
export function timingFor(carrier: CarrierTiming, factor = 1): Timing {
  const scaled = (ms: number) => Math.max(1, Math.round(ms / factor));
  // All deadlines are divided by the same number, so that the longer of two stays longer.
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
    reconcileEveryMs: Math.max(SECOND, scaled(60 * MINUTE)),
    reconcileSpanMs: Math.max(MINUTE, scaled(24 * 60 * MINUTE)),
    dispatchSliceMs: scaled(5 * MINUTE),
    dispatchTickMs: 150,
    lingerMs: 100,
    hold: {
      firstProbeAfterMs: scaled(USUAL_PROBE_WAITS.firstProbeAfterMs),
      longestProbeGapMs: scaled(USUAL_PROBE_WAITS.longestProbeGapMs),
      probeLeaseMs: deadline(MINUTE),
    },
  };
}

/** From a webhook's first try to the end of its last (interface document 6, rules 5 and 6). */
export function webhookTailMs(carrier: CarrierTiming): number {
  let tailMs = carrier.webhookAnswerMs;
  for (let retry = 0; retry < carrier.webhookRetries; retry++) {
    tailMs += carrier.webhookFirstRetryMs * carrier.webhookRetryFactor ** retry;
    tailMs += carrier.webhookAnswerMs;
  }
  return tailMs;
}
