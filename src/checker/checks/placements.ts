import type { Check, Evidence } from '../check.ts';
import { isAck, type CarrierCall, type Post } from '../records/ledger.ts';
import type { Link } from '../records/links.ts';
import { showPlacement } from '../records/placement-id.ts';
import type { StoreExport, StorePlacement } from '../records/store-export.ts';
import { isUnderWay } from '../under-way.ts';

/** The only refusal that is about a contact. Others are about the account, or temporary. */
const OF_THE_CONTACT = 422;

/** Differences between two clocks of one machine. An intent later than this was written after the POST. */
const CLOCK_TOLERANCE_MS = 50;

export const onePost: Check = {
  id: 'I1',
  rule: 'one POST for each placement, and an intent before it',
  find({ ledger, store, client }) {
    const toleranceMs = CLOCK_TOLERANCE_MS + (client?.clockErrorMs ?? 0);
    const violations = [
      ...postedTwice(ledger.posts),
      ...ledger.posts.flatMap((post) => intentFaults(post, store, toleranceMs)),
      ...strayPosts(ledger.posts, store),
    ];
    return { cases: ledger.posts.length, violations };
  },
};

export const oneLiveCall: Check = {
  id: 'I1b',
  rule: 'no two live calls to one number',
  find(evidence) {
    const calls = [...evidence.ledger.calls.values()];
    const byNumber = Map.groupBy(calls, (call) => call.post.destination);
    const violations = [...byNumber.values()].flatMap((group) => overlaps(group, evidence));
    return { cases: calls.length, violations };
  },
};

export const nothingLost: Check = {
  id: 'I2',
  rule: 'every accepted call is known, or its placement listed as unknown',
  find(evidence) {
    const { links } = evidence;
    const violations = links
      .filter(({ kind, store }) => kind === 'lost' && !(store && isUnderWay(store, evidence)))
      .map(({ carrier }) => `${describe(carrier)}: the store neither knows it nor lists it`);
    return { cases: links.length, violations };
  },
};

export const lostAnswersFound: Check = {
  id: 'I2b',
  rule: 'a call whose answer was lost is known once a webhook about it was acknowledged',
  find(evidence) {
    const { links, ledger } = evidence;
    const unknown = links
      .filter(({ kind, store }) => kind === 'unknown' && !isUnderWay(store!, evidence))
      .map(({ carrier }) => carrier);
    const acked = new Set(
      ledger.tries
        .filter(({ seq, end }) => seq !== null && end !== null && isAck(end))
        .map(({ call }) => call),
    );
    const violations = unknown
      .filter(({ id }) => acked.has(id))
      // A call that no GET showed cannot be confirmed.
      .filter(({ reads, readsAnswered }) => reads === 0 || readsAnswered > 0)
      .map((call) => `${describe(call)}: a webhook was acknowledged, and it is still unknown`);
    const found = links.filter((link) => acked.has(link.carrier.id) && wasAnswerLost(link));
    return { cases: found.length, violations };
  },
};

export const refusalsAreFree: Check = {
  id: 'I11',
  rule: 'a refused placement is no call and costs nothing',
  find({ ledger, store }) {
    const refused = ledger.posts.filter((post) => post.outcome === 'refused');
    const violations = refused.flatMap((post) => refusalFaults(post, ledger.posts, store));
    return { cases: refused.length, violations };
  },
};

function wasAnswerLost({ carrier, store }: Link): boolean {
  const { placement: id } = carrier.post;
  const sent = store?.placements.find(({ placement }) => placement === id?.placement);
  const { status = null } = sent ?? {};
  return status === null || status < 200 || status >= 300;
}

function postedTwice(posts: Post[]): string[] {
  const placed = posts.filter((post) => post.placement !== null);
  const groups = Map.groupBy(placed, (post) => showPlacement(post.placement!));
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .map(([id, group]) => `${id}: ${group.length} POSTs, ${lines(group.map((post) => post.line))}`);
}

function intentFaults(post: Post, store: StoreExport, toleranceMs: number): string[] {
  if (post.placement === null) return [];
  const name = `POST of ${showPlacement(post.placement)}, line ${post.line}`;
  const intent = placementOf(post, store);
  if (!intent) return [`${name}: the store has no intent`];
  if (intent.state === 'void' || intent.state === 'not-sent')
    return [`${name}: the store shows ${intent.state}`];
  const lateMs = Date.parse(intent.intent_at) - post.atMs;
  return lateMs > toleranceMs ? [`${name}: its intent came ${lateMs} ms after it`] : [];
}

// POSTs without a callback URL can only be counted by number.
function strayPosts(posts: Post[], store: StoreExport): string[] {
  const unnamed = posts.filter((post) => post.placement === null && post.destination !== null);
  const groups = Map.groupBy(unnamed, (post) => post.destination!);
  return [...groups].flatMap(([number, group]) => {
    const intents = [...store.calls.values()]
      .filter((call) => call.number === number)
      .flatMap((call) => call.placements)
      .filter(({ state }) => state !== 'void' && state !== 'not-sent').length;
    if (group.length <= intents) return [];
    const where = lines(group.map((post) => post.line));
    return [
      `${number}: ${group.length} POSTs without a callback URL, ${intents} intents, ${where}`,
    ];
  });
}

function overlaps(group: CarrierCall[], evidence: Evidence): string[] {
  return group.flatMap((call, index) => {
    const before = group.slice(0, index).find((earlier) => isLiveAt(earlier, call, evidence));
    if (!before) return [];
    return [`${describe(call)} was placed while ${describe(before)} was live`];
  });
}

function isLiveAt(earlier: CarrierCall, later: CarrierCall, { store }: Evidence): boolean {
  if (earlier.endedLine !== null) return earlier.endedLine > later.acceptedLine;
  // The product need not wait for a call that the carrier has lost.
  return store.byCarrierId.get(earlier.id)?.disposition !== 'carrier-lost';
}

function refusalFaults(post: Post, posts: Post[], store: StoreExport): string[] {
  if (post.placement === null) return [];
  const { ref } = post.placement;
  const name = `${showPlacement(post.placement)}, refused in line ${post.line}`;
  const faults: string[] = [];
  const { state } = placementOf(post, store) ?? {};
  if (state === 'accepted') faults.push(`${name}: the store shows accepted`);
  const call = store.calls.get(ref);
  const accepted = posts.some((one) => one.placement?.ref === ref && one.outcome === 'accepted');
  if (!call || accepted) return faults;
  const refusals = posts.filter((one) => one.placement?.ref === ref).map(({ status }) => status);
  if (call.disposition === 'refused' && !refusals.includes(OF_THE_CONTACT))
    faults.push(`${name}: the contact was given up because of a refusal of the account`);
  if (call.cost !== null && !/^0(\.0+)?$/.test(call.cost))
    faults.push(`${name}: the store shows it cost ${call.cost}`);
  if (call.carrier_call_id !== null)
    faults.push(`${name}: the store shows it is call ${call.carrier_call_id}`);
  return faults;
}

function placementOf({ placement: id }: Post, store: StoreExport): StorePlacement | undefined {
  if (id === null) return undefined;
  return store.calls.get(id.ref)?.placements.find((one) => one.placement === id.placement);
}

function describe({ id, acceptedLine, post }: CarrierCall): string {
  const placement = post.placement ? ` of ${showPlacement(post.placement)}` : '';
  return `call ${id}${placement} to ${post.destination} (line ${acceptedLine})`;
}

function lines(numbers: number[]): string {
  return `lines ${numbers.join(', ')}`;
}
