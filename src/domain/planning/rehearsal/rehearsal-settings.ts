import type { Disposition } from '../../calls/disposition.ts';
import type { CallRef } from '../../ids.ts';

export interface RehearsalSettings {
  startMs: number;
  /** Stops before so many simulated calls are passed, or so far from the start. */
  mostCalls: number;
  mostMs: number;
  /** When an agent who is paused for missed calls is ready again; null: never. */
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
