export interface TallyStore {
  /**
   * Adds changes that counters have not taken up yet to them, so that reading the counters stays fast. It waits for no
   * unit of work that makes such changes, and none waits for it.
   * @param input.atLeast fewer changes of a counter are left for later
   * @returns how many changes were added; 0: nothing is left to do
   */
  foldTallies(input: { atLeast: number }): Promise<number>;
}
