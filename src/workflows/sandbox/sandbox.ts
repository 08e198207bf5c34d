/**
 * Loaded once for all workflows of a thread, before the first one (`preloadModules`). Its settings are frozen after that.
 *
 * For the "Call Stack" of the Web UI, the SDK takes a stack of every promise in a workflow, and maps its lines to the
 * sources. Four lines instead of ten are enough, because every waiting step has its own entry. The others would cost a
 * tenth of the worker's processor time (docs/evidence/tried.md).
 */
Error.stackTraceLimit = 4;
