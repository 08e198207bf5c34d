/** What a page and the worker that all tabs share say to each other. */
import type { StreamNews } from './event-reader.ts';

/** A page says so when it is left or hidden. */
export const LEAVE = 'leave';

/** `alive`: there is no news, and the worker goes on. */
export type WorkerNews = StreamNews | { is: 'alive' };
export const ALIVE_EVERY_MS = 2_000;
/** A worker that says nothing for so long was ended or stands still. */
export const SILENT_AFTER_MS = 7_000;
