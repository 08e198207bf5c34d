import type { AdmissionFacts } from '../../campaigns/admission.ts';
import type { Disposition } from '../../calls/disposition.ts';
import type { CallRef } from '../../ids.ts';

export interface RehearsalSettings {
  startMs: number;
  /** The rehearsal stops at this many calls, or this long after the start. */
  mostCalls: number;
  mostMs: number;
  /** How long an agent stays paused after missed calls; null: to the end. */
  agentBackAfterMs: number | null;
  /** From the end of a call until its bill is known. */
  billAfterMs: number;
  /** Called for every dial, before its outcome is decided. */
  onDial?: (dial: Dial) => void;
  /** Called for every end, at `atMs`. */
  onEnd?: (end: Dial & { disposition: Disposition }) => void;
}

export interface Dial {
  ref: CallRef;
  position: number;
  number: string;
  agentId: string;
  atMs: number;
}

/** What a rehearsal takes as given, because nobody can foresee it. */
export const UNHINDERED = {
  campaignState: 'running',
  accountStopped: false,
  listMissing: false,
  listTooOld: false,
  hangupAsked: false,
  answeredElsewhere: false,
  retryAfter: false,
  hold: { kind: 'pass' },
} as const satisfies Partial<AdmissionFacts>;
