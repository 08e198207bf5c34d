/**
 * Loaded once for all workflows of a thread, before the first of them begins (`preloadModules`); what it sets is
 * frozen then.
 *
 * The SDK takes a stack of every promise that a workflow makes, for the "Call Stack" of the Web UI, and maps each of
 * its lines to the sources. That list has an entry for every step that waits, so that four of the ten usual lines
 * tell as much; the others cost a tenth of the worker's processor time (docs/performance.md, "What was tried").
 */
Error.stackTraceLimit = 4;
