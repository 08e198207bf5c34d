import type { Check, Evidence } from '../check.ts';
import { NOT_REACHED } from '../dispositions.ts';
import type { ClientLog } from '../records/client-log.ts';
import type { Post } from '../records/ledger.ts';
import { showPlacement } from '../records/placement-id.ts';
import { suppressionsIn } from '../limits/suppressed.ts';
import type {
  StoreCall,
  StoreContact,
  StoreExport,
  StorePlacement,
} from '../records/store-export.ts';

/** Differences between two clocks of one machine. */
const CLOCK_TOLERANCE_MS = 50;
/** POSTs under way when the account was refused may arrive this late on a busy machine. */
const CLOSING_MS = 3_000;
/** Far below the gap between two probes, for any time factor. */
const AT_ONCE_MS = 20;
const OF_THE_ACCOUNT = [402, 409];

export const unknownIsLeftAlone: Check = {
  id: 'I2c',
  rule: 'no contact is dialled again while its last call may have been placed',
  find(evidence) {
    const { ledger, store } = evidence;
    const unknown = [...store.calls.values()].filter((call) => call.disposition === 'unknown');
    const violations = unknown.flatMap((call) => {
      const { ref, number } = call;
      const fromMs = sentAtMs(call, evidence);
      const later = ledger.posts.filter(
        (post) => post.destination === number && post.atMs > fromMs && post.placement?.ref !== ref,
      );
      // The first POST without a callback URL is assumed to be this call's own.
      const own = later.find(({ placement }) => placement === null);
      return later
        .filter((post) => post !== own)
        .map((post) => `${ref} is unknown, and its number was dialled again by ${name(post)}`);
    });
    return { cases: unknown.length, violations };
  },
};

/** Its last POST that reached the carrier; without one, its last intent. */
function sentAtMs({ ref, placements }: StoreCall, { ledger, client }: Evidence): number {
  const own = ledger.posts.findLast(({ placement }) => placement?.ref === ref);
  if (own) return own.atMs;
  const intents = placements.map(({ intent_at }) => Date.parse(intent_at));
  return Math.max(...intents) + CLOCK_TOLERANCE_MS + (client?.clockErrorMs ?? 0);
}

export const oneProbeAtATime: Check = {
  id: 'I11b',
  rule: 'while the carrier refuses the account, calls try one by one',
  find(evidence) {
    const { posts } = evidence.ledger;
    const closingMs = CLOSING_MS + (evidence.client?.clockErrorMs ?? 0);
    const violations: string[] = [];
    let probes = 0;
    let closedMs: number | undefined;
    let lastTryMs = -Infinity;
    for (const post of posts) {
      const intent = intentOf(post, evidence.store);
      if (!intent) continue;
      const tryMs = Date.parse(intent.intent_at);
      if (closedMs !== undefined && wasLifted(evidence.client, closedMs, tryMs))
        closedMs = undefined;
      const isProbe = closedMs !== undefined && tryMs > closedMs + closingMs;
      if (isProbe && tryMs - lastTryMs < AT_ONCE_MS)
        violations.push(`${name(post)} left while another call tried whether the account may dial`);
      if (isProbe) lastTryMs = tryMs;
      probes += Number(isProbe);
      if (post.outcome === 'accepted') closedMs = undefined;
      // A refusal whose answer did not reach the product opens no hold.
      else if (isRefusedAccount(post, intent)) closedMs ??= post.atMs;
    }
    return { cases: probes, violations };
  },
};

export const attemptsAreCalls: Check = {
  id: 'I11c',
  rule: 'no contact is given up as not reached before its attempts were made',
  find(evidence) {
    const { client, store } = evidence;
    if (!client) return { cases: 0, violations: [] };
    const policies = redialPolicies(client);
    const suppressed = suppressionsIn(client);
    const ended = store.contacts.filter(
      (contact) =>
        policies.has(contact.campaign) &&
        isGivenUp(contact, evidence) &&
        !isCutShort(contact, suppressed, evidence),
    );
    const violations = ended.flatMap((contact) => {
      const least = policies.get(contact.campaign)!;
      const made = attemptsAt(contact, evidence);
      if (made >= least) return [];
      const { campaign, contact: nth, disposition } = contact;
      return [
        `contact ${campaign}.${nth} is final as ${disposition} after ${made} of ${least} calls`,
      ];
    });
    return { cases: ended.length, violations };
  },
};

function wasLifted(client: ClientLog | null, fromMs: number, toMs: number): boolean {
  return (client?.requests ?? []).some(
    ({ path, askedMs }) => path.startsWith('/v1/account/') && askedMs > fromMs && askedMs < toMs,
  );
}

function isRefusedAccount({ outcome, status }: Post, intent: StorePlacement): boolean {
  return outcome === 'refused' && OF_THE_ACCOUNT.includes(status ?? 0) && intent.status === status;
}

/** The fewest calls before a contact may be given up, by campaign, from the client's requests. */
function redialPolicies({ requests }: ClientLog): Map<string, number> {
  const created = requests.filter(
    ({ method, path, answer }) =>
      method === 'POST' && path === '/v1/campaigns' && answer?.status === 201,
  );
  return new Map(
    created.flatMap(({ body, answer }) => {
      const { id } = answer!.body as { id: string };
      const { redial } = (body ?? {}) as { redial?: { max_attempts?: number; max_calls?: number } };
      const { max_attempts: attempts, max_calls: calls } = redial ?? {};
      return attempts === undefined || calls === undefined ? [] : [[id, Math.min(attempts, calls)]];
    }),
  );
}

/** Only in campaigns that ran to their end, because a cancelled one gives up earlier. */
function isGivenUp({ campaign, state, disposition }: StoreContact, { store }: Evidence): boolean {
  if (state !== 'final' || !NOT_REACHED.includes(disposition ?? '')) return false;
  return store.campaigns.some((one) => one.id === campaign && one.state === 'completed');
}

/** Whether a suppression list or a time limit of the client may have ended it earlier. */
function isCutShort(
  { campaign, number, reason }: StoreContact,
  suppressed: ReturnType<typeof suppressionsIn>,
  { limits }: Evidence,
): boolean {
  if (reason === null || reason === undefined) return false;
  if (reason === 'suppressed') return suppressed.has(number);
  const versions = limits.campaigns.get(campaign) ?? [];
  return versions.some(({ value }) => value.deadline_at !== null);
}

function attemptsAt({ campaign, number }: StoreContact, { ledger, store }: Evidence): number {
  return ledger.posts.filter(
    ({ destination, outcome, placement }) =>
      destination === number &&
      outcome !== 'refused' &&
      (placement === null || store.calls.get(placement.ref)?.campaign === campaign),
  ).length;
}

function intentOf({ placement }: Post, store: StoreExport): StorePlacement | undefined {
  if (placement === null) return undefined;
  const call = store.calls.get(placement.ref);
  return call?.placements.find((one) => one.placement === placement.placement);
}

function name({ placement, line }: Post): string {
  return placement ? `${showPlacement(placement)} (line ${line})` : `the POST of line ${line}`;
}
