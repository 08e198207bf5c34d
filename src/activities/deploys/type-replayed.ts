/** What the replay of open runs found of one workflow type. */
export interface TypeReplayed {
  workflow_type: string;
  runs: number;
  would_break: number;
  /** Why the first one that breaks does not replay; null: all replay. */
  first_error: string | null;
  /** Workflow ids of some that break. */
  examples: string[];
}
