/** What the page is about. Its sections are about the same span, campaign and agent. */
export interface StatisticsSpan {
  /** Instants. */
  from: string;
  to: string;
  zone: string;
  campaign?: string;
  agent?: string;
}
