/** For each alert rule, series of a fault that must fire it. A value counts for the whole time unless it grows. */
export interface Fault {
  /** Series in promtool's notation, such as `0+60x60`: from 0, 60 more each minute, 60 times. */
  series: Record<string, string>;
  /** Minutes after which it fires. */
  afterMinutes: number;
}

const SERVER = 'up{job="dialwright-server",instance="s"}';
const WORKER = 'up{job="dialwright-worker",instance="w"}';
/** All is well: nothing but the watchdog fires. */
export const HEALTHY: Readonly<Record<string, string>> = {
  [SERVER]: '1x90',
  [WORKER]: '1x90',
  dialwright_figures_up: '1x90',
  dialwright_calls_unknown: '0x90',
  dialwright_intent_oldest_age_seconds: '3x90',
  'dialwright_posts_total{outcome="accepted",status="2xx"}': '0+60x90',
  'dialwright_posts_total{outcome="unknown",status="none"}': '0x90',
  'dialwright_webhooks_total{kind="call",result="not-kept"}': '0x90',
  'dialwright_webhook_ack_seconds_bucket{kind="call",le="0.1"}': '0+60x90',
  'dialwright_webhook_ack_seconds_bucket{kind="call",le="+Inf"}': '0+60x90',
  'dialwright_store_transaction_seconds_bucket{kind="alone",le="0.1"}': '0+60x90',
  'dialwright_store_transaction_seconds_bucket{kind="alone",le="+Inf"}': '0+60x90',
  'dialwright_alerts{kind="ingress-silent"}': '0x90',
  'dialwright_alerts{kind="temporal-away"}': '0x90',
  'dialwright_alerts{kind="worker-away"}': '0x90',
  dialwright_inbox_oldest_age_seconds: '1x90',
  dialwright_account_hold: '0x90',
  dialwright_account_old_copy: '0x90',
  dialwright_budget_used_ratio: '0.5x90',
  dialwright_agents_free: '3x90',
  dialwright_campaigns_with_work: '1x90',
  dialwright_calls_claimed_total: '0+60x90',
  dialwright_recording_desk_oldest_age_seconds: '61x90',
  dialwright_sweep_age_seconds: '60x90',
  dialwright_workflows_broken: '0x90',
  'temporal_workflow_failed_total{workflow_type="callWorkflow"}': '7x90',
  'temporal_workflow_failed_total{workflow_type="sweepWorkflow"}': '0+1x90',
  'temporal_workflow_task_execution_failed_total{failure_reason="WorkflowError"}': '0x90',
  'temporal_num_pollers{instance="w",task_queue="calls",poller_type="workflow_task"}': '5x90',
  'temporal_worker_task_slots_available{instance="w",task_queue="calls",worker_type="WorkflowWorker"}':
    '200x90',
  'temporal_request_failure_total{status_code="RESOURCE_EXHAUSTED"}': '0x90',
  'nodejs_eventloop_lag_p99_seconds{instance="s"}': '0.02x90',
  'dialwright_sqlite_file_bytes{file="log"}': '16000000x90',
  'dialwright_disk_free_bytes{of="database"}': '50000000000x90',
  dialwright_zone_rules_age_seconds: '864000x90',
  'dialwright_build_info{role="server",version="1.0.0"}': '1x90',
};

const of = (series: Record<string, string>, afterMinutes = 10): Fault => ({ series, afterMinutes });

export const FAULTS: Readonly<Record<string, Fault>> = {
  DialwrightWatchdog: of({}),
  DialwrightServerDown: of({ [SERVER]: '0x90' }),
  DialwrightWorkerDown: of({ [WORKER]: '0x90' }),
  DialwrightProcessDown: of({ 'up{job="dialwright-worker",instance="w2"}': '0x90' }),
  DialwrightFiguresMissing: of({ dialwright_figures_up: '0x90' }),
  DialwrightStoreSlow: of({
    'dialwright_store_transaction_seconds_bucket{kind="alone",le="0.1"}': '0x90',
    'dialwright_store_transaction_seconds_bucket{kind="alone",le="5"}': '0+60x90',
  }),
  DialwrightUnknownCalls: of({ dialwright_calls_unknown: '2x90' }),
  DialwrightPostsUnknown: of({
    'dialwright_posts_total{outcome="unknown",status="none"}': '0+6x90',
  }),
  DialwrightIntentOld: of({ dialwright_intent_oldest_age_seconds: '130x90' }),
  DialwrightWebhooksNotKept: of({
    'dialwright_webhooks_total{kind="call",result="not-kept"}': '0+3x90',
  }),
  DialwrightWebhooksSlow: of({
    'dialwright_webhook_ack_seconds_bucket{kind="call",le="0.1"}': '0x90',
    'dialwright_webhook_ack_seconds_bucket{kind="call",le="5"}': '0+60x90',
  }),
  DialwrightWebhooksSilent: of({ 'dialwright_alerts{kind="ingress-silent"}': '1x90' }),
  DialwrightInboxLag: of({ dialwright_inbox_oldest_age_seconds: '200x90' }),
  DialwrightHold: of({ dialwright_account_hold: '1x90' }),
  DialwrightOldCopy: of({ dialwright_account_old_copy: '1x90' }),
  DialwrightBudget: of({ dialwright_budget_used_ratio: '0.95x90' }),
  DialwrightAgentsIdle: of({ dialwright_calls_claimed_total: '100x90' }, 20),
  DialwrightRecordingsLate: of({ dialwright_recording_desk_oldest_age_seconds: '4000x90' }, 20),
  DialwrightTemporalAway: of({ 'dialwright_alerts{kind="temporal-away"}': '1x90' }),
  DialwrightWorkAway: of({ 'dialwright_alerts{kind="worker-away"}': '1x90' }),
  DialwrightSweepLate: of({ dialwright_sweep_age_seconds: '700x90' }),
  DialwrightWorkflowsBroken: of({ dialwright_workflows_broken: '1x90' }),
  DialwrightRunsFail: of({
    'temporal_workflow_failed_total{workflow_type="campaignWorkflow"}': '_x5 2x90',
  }),
  DialwrightWorkflowTasksFail: of(
    {
      'temporal_workflow_task_execution_failed_total{failure_reason="WorkflowError"}': '0+2x90',
    },
    20,
  ),
  DialwrightNoPollers: of({
    'temporal_num_pollers{instance="w",task_queue="calls",poller_type="workflow_task"}': '0x90',
  }),
  DialwrightNoSlots: of({
    'temporal_worker_task_slots_available{instance="w",task_queue="calls",worker_type="WorkflowWorker"}':
      '0x90',
  }),
  DialwrightTemporalLimits: of({
    'temporal_request_failure_total{status_code="RESOURCE_EXHAUSTED"}': '0+5x90',
  }),
  DialwrightEventLoopSlow: of({ 'nodejs_eventloop_lag_p99_seconds{instance="s"}': '1x90' }),
  DialwrightLogLarge: of({ 'dialwright_sqlite_file_bytes{file="log"}': '300000000x90' }, 20),
  DialwrightDiskFull: of({ 'dialwright_disk_free_bytes{of="database"}': '1000000000x90' }),
  DialwrightZoneRulesOld: of({ dialwright_zone_rules_age_seconds: '12960000x90' }, 80),
  DialwrightVersionsDiffer: of(
    { 'dialwright_build_info{role="worker",version="1.1.0"}': '1x90' },
    80,
  ),
};
