/** Loaded into the server's process beside the server: says on request how much its heap holds after a collection. */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
// Listening to the parent must not keep the server alive.
process.channel?.unref();
