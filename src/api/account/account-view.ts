/** The JSON forms of the account and its limits. */
import * as z from 'zod';
import { holdAlert, holdEndsAtMs, mayProbeAtMs, type Hold } from '../../domain/account/hold.ts';
import { PAUSE_AFTER_UNKNOWN } from '../../domain/account/unknown-row.ts';
import { retryAfterAt } from '../../domain/account/retry-after.ts';
import { HOLD_ENDS } from '../../domain/account/hold-rules.ts';
import type { JsonObject } from '../../domain/merge-patch.ts';
import { sharedPauseMs, type PolledCalls } from '../../domain/calls/poll-pace.ts';
import type { Timing, HoldTiming } from '../../domain/timing.ts';
import {
  ingressAlert,
  WEBHOOK_STATES,
  webhookAlert,
  type WebhookStatus,
} from '../../domain/account/webhook-health.ts';
import type { Account, AccountLimits } from '../../store/account-store.ts';
import type { Edited } from '../../store/requests.ts';
import {
  HoldRulesInput,
  HoldRuleView,
  holdRulesOf,
  holdRuleView,
  usualRuleViews,
} from './hold-rules-view.ts';
import { inJson } from '../http/answers/in-json.ts';
import { mergedBy, patchOf, Removed } from '../http/merge-patches.ts';
import { Instant, iso, isoOrNull } from '../http/schemas.ts';
import { entityTag } from '../http/etags.ts';

const PAUSE_RULE =
  'At this many placements in a row whose outcome is unknown (no answer, 5xx, an answer without a usable id), the ' +
  'campaign of the last one is paused. They count for each campaign and for the whole account, until a call is accepted. ' +
  'Null: never.';

const ACCOUNT_FIELDS = {
  stopped: z.object({ since: Instant, reason: z.string().nullable() }).nullable().meta({
    description:
      'Set by a person, or because the database is an old copy: no call is placed, whatever the other settings are.',
  }),
  hold: z
    .object({
      reason: z.string(),
      rule: HoldRuleView.meta({ description: 'The rule in force: for this status and code.' }),
      opened_at: Instant,
      changed_at: Instant,
      refused_probes: z.int(),
      next_probe_at: Instant.nullable().meta({ description: 'Null: a person lifts the hold.' }),
      ends_at: Instant.nullable().meta({
        description:
          'When the rule ends by its `longest_time`, if its `most_probes` do not end it before.',
      }),
      ended: z
        .object({
          at: Instant,
          by: z.enum(['most-probes', 'longest-time']),
          did: z.enum(HOLD_ENDS),
        })
        .nullable()
        .meta({
          description: 'The rule has ended: there are no more probes, and a person lifts the hold.',
        }),
    })
    .nullable()
    .meta({ description: 'The carrier refused the account.' }),
  retry_after: z.object({ until: Instant, reason: z.string() }).nullable().meta({
    description:
      'The pause that the carrier asked for with `Retry-After` in its answer to a POST: no call is placed before its end. Null: none.',
  }),
  hold_rules: z
    .array(HoldRuleView)
    .meta({ description: 'The rules that were set; see `usual_hold_rules`.' }),
  usual_hold_rules: z.array(HoldRuleView).meta({
    description: 'The rules for statuses that have none in `hold_rules`. Cannot be set.',
  }),
  alerts: z
    .array(
      z.object({
        kind: z.enum(['hold-ended', 'webhooks-lost', 'server-missing']),
        text: z.string(),
        since: Instant,
      }),
    )
    .meta({ description: 'What needs a person’s attention, as long as it lasts.' }),
  calls_per_second: z.number().nullable().meta({ description: 'Most POSTs, over all campaigns.' }),
  max_live_calls: z.int().nullable().meta({ description: 'Over all campaigns.' }),
  pause_after_unknown: z.int().nullable().meta({ description: PAUSE_RULE }),
  live_calls: z.int(),
};
export const AccountStateView = z.object(ACCOUNT_FIELDS).meta({ id: 'AccountState' });

export const EditedAccountView = z
  .object({ ...ACCOUNT_FIELDS, removed: Removed })
  .meta({ id: 'EditedAccount' });

const WebhooksView = z.object({
  state: z.enum(WEBHOOK_STATES).meta({
    description:
      'healthy: calls wait for webhooks. lost: calls ended without a webhook, so all calls are polled by GET ' +
      'from their start until webhooks arrive again. unproven: no webhook has arrived yet.',
  }),
  since: Instant.nullable(),
  received: z
    .int()
    .meta({ description: 'How many of the calls in `checked` had a webhook before the GET.' }),
  checked: z.int().meta({
    description:
      'How many of the last calls (at most eight) were examined since the state changed.',
  }),
  last_received_at: Instant.nullable(),
  receiving: z
    .boolean()
    .meta({ description: 'False: our own ingress is down, and calls are polled by GET.' }),
  servers: z
    .array(
      z.object({
        name: z.string().meta({ description: 'Host name and port.' }),
        since: Instant,
        last_seen_at: Instant,
        up: z.boolean().meta({
          description:
            'False: it sends no heartbeats, although nobody stopped it. Webhooks that are sent to it are lost, so all ' +
            'calls are polled by GET until it is started again, for five minutes at most.',
        }),
        received: z.int().meta({ description: 'Webhooks since its start.' }),
        last_received_at: Instant.nullable(),
      }),
    )
    .meta({
      description:
        'The servers that receive webhooks. One that is up and receives none, while others do, cannot be reached.',
    }),
});

const PollingView = z
  .object({
    live_calls: z.int().meta({ description: 'Live calls that have been polled by GET.' }),
    live_pause_seconds: z
      .number()
      .meta({ description: 'The shortest time between two polls of one of them.' }),
    unsettled_calls: z.int().meta({ description: 'Calls that ended and have no cost yet.' }),
    unsettled_pause_seconds: z
      .number()
      .meta({ description: 'The shortest time between two polls of one of them.' }),
  })
  .meta({
    description:
      'Calls that are polled by GET share a pace: `timing.pollsPerSecond` of the carrier profile.',
  });

export const AccountView = z
  .object({
    ...ACCOUNT_FIELDS,
    webhooks: WebhooksView.nullable().meta({
      description:
        'Whether the carrier\u2019s webhooks arrive; null: there is no public URL, so no webhooks are requested.',
    }),
    polling: PollingView,
    recording_desk: z.object({
      queued: z.int(),
      closed: z
        .object({ reason: z.string(), until: Instant })
        .nullable()
        .meta({ description: 'No recording is looked up before this instant.' }),
      last_lookup_at: Instant.nullable(),
      empty_at: Instant.nullable(),
    }),
  })
  .meta({ id: 'Account' });

const Members = z.strictObject({
  pause_after_unknown: z
    .int()
    .min(1)
    .max(100_000)
    .nullish()
    .meta({ description: `${PAUSE_RULE} A new account has ${PAUSE_AFTER_UNKNOWN}.` }),
  calls_per_second: z.number().min(0.001).max(10_000).nullish().meta({
    description: 'Most POSTs, over all campaigns.',
  }),
  max_live_calls: z
    .int()
    .min(1)
    .max(100_000)
    .nullish()
    .meta({ description: 'Over all campaigns.' }),
  hold_rules: HoldRulesInput.nullish(),
});
export const AccountEdit = patchOf(Members).meta({ id: 'AccountEdit' });

/** The limits after a merge patch. @throws Problem 422 */
export function limitsAfter(
  known: AccountLimits,
  patch: JsonObject,
  usual: HoldTiming,
): Edited<AccountLimits> {
  const { document, removed } = mergedBy(documentOf(known), patch, Members);
  const isNamed = (field: string) => Object.hasOwn(patch, field);
  return {
    callsPerSecond: isNamed('calls_per_second')
      ? (document.calls_per_second ?? null)
      : known.callsPerSecond,
    pauseAfterUnknown: isNamed('pause_after_unknown')
      ? (document.pause_after_unknown ?? null)
      : known.pauseAfterUnknown,
    maxLiveCalls: isNamed('max_live_calls')
      ? (document.max_live_calls ?? null)
      : known.maxLiveCalls,
    holdRules: isNamed('hold_rules')
      ? holdRulesOf(document.hold_rules ?? [], usual)
      : known.holdRules,
    removed,
  };
}

const documentOf = (limits: AccountLimits) => ({
  ...inJson(limits),
  hold_rules: limits.holdRules.map(holdRuleView),
});

export function webhooksView(webhooks: WebhookStatus): z.infer<typeof WebhooksView> {
  return {
    state: webhooks.state,
    since: isoOrNull(webhooks.sinceMs),
    received: webhooks.recent.filter((received) => received).length,
    checked: webhooks.recent.length,
    last_received_at: isoOrNull(webhooks.webhookAtMs),
    receiving: !webhooks.ingressDown,
    servers: webhooks.ingresses.map((server) => ({
      name: server.name,
      since: iso(server.sinceMs),
      last_seen_at: iso(server.seenMs),
      up: server.isUp,
      received: server.received,
      last_received_at: isoOrNull(server.receivedAtMs),
    })),
  };
}

export function pollingView(
  { live, unsettled }: PolledCalls,
  timing: Pick<Timing, 'pollSpacingMs'>,
): z.infer<typeof PollingView> {
  return {
    live_calls: live,
    live_pause_seconds: sharedPauseMs(live, timing) / 1_000,
    unsettled_calls: unsettled,
    unsettled_pause_seconds: sharedPauseMs(unsettled, timing) / 1_000,
  };
}

export function stateView(
  { stopped, hold, retryAfter, limits, liveCalls }: Account,
  usual: HoldTiming,
  webhooks: WebhookStatus | undefined,
  nowMs: number,
): z.infer<typeof AccountStateView> {
  return {
    stopped: stopped && inJson(stopped),
    hold: hold?.open ? holdView(hold) : null,
    retry_after: retryAfterView(retryAfter, nowMs),
    ...documentOf(limits),
    usual_hold_rules: usualRuleViews(usual),
    alerts: [
      ...alertOf('hold-ended', holdAlert(hold)),
      ...alertOf('webhooks-lost', webhooks && webhookAlert(webhooks)),
      ...alertOf('server-missing', webhooks && ingressAlert(webhooks)),
    ],
    live_calls: liveCalls,
  };
}

function retryAfterView(asked: Account['retryAfter'], nowMs: number) {
  const pause = retryAfterAt(asked, nowMs);
  return pause ? inJson(pause) : null;
}

function holdView(hold: Hold): NonNullable<z.infer<typeof AccountStateView>['hold']> {
  const { ended } = hold;
  return {
    ...inJson(hold),
    rule: holdRuleView({ status: hold.status, code: hold.code ?? null, rule: hold.rule }),
    next_probe_at: isoOrNull(mayProbeAtMs(hold)),
    ends_at: isoOrNull(holdEndsAtMs(hold)),
    ended: ended ? inJson(ended) : null,
  };
}

function alertOf(
  kind: z.infer<typeof AccountStateView>['alerts'][number]['kind'],
  alert: { text: string; sinceMs: number } | undefined,
): z.infer<typeof AccountStateView>['alerts'] {
  return alert ? [{ kind, text: alert.text, since: iso(alert.sinceMs) }] : [];
}

/** The tag does not cover the probes of a hold, because they change without a request. */
export function accountTag({ stopped, hold, limits }: Account): string {
  return entityTag([stopped, hold?.open === true && [hold.openedAtMs, hold.reason], limits]);
}
