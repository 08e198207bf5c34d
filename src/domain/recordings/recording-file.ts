import type { CallRef } from '../ids.ts';

/** The name is our own reference, because links and headers come from outside. */
export const recordingFileOf = (ref: CallRef): string => `${ref}.mp3`;
