/**
 * Spaces the lookups of this process by a monotonic clock. The store spaces them by the wall clock, which may be set
 * forward.
 */
export class DeskSpacing {
  private begunAtMs = -Infinity;

  begin(): void {
    this.begunAtMs = performance.now();
  }

  leftMs(spacingMs: number): number {
    return Math.ceil(this.begunAtMs + spacingMs - performance.now());
  }
}
