/** Spans in which nothing may be dialled: from the API's answer to a pause or stop until the next resume. */
import type { ClientLog, ClientRequest, Span } from '../records/client-log.ts';

const CAMPAIGN_MOVE = /^\/v1\/campaigns\/([^/]+)\/(start|resume|pause|cancel)$/;
const ACCOUNT_MOVE = /^\/v1\/account\/(stop|go)$/;
const CLOSING = ['pause', 'cancel', 'stop'];

export interface ClosedSpans {
  account: Span[];
  /** By campaign. One that was never started is closed all the time. */
  campaigns: Map<string, Span[]>;
}

export function closedSpans({ requests }: ClientLog): ClosedSpans {
  const closed: ClosedSpans = { account: [], campaigns: new Map() };
  for (const request of requests.filter(isCreation)) {
    const { id } = request.answer!.body as { id: string };
    closed.campaigns.set(id, [{ fromMs: -Infinity, toMs: Infinity }]);
  }
  for (const request of requests) {
    const [, campaign, move] = CAMPAIGN_MOVE.exec(request.path) ?? [];
    const [, ofAccount] = ACCOUNT_MOVE.exec(request.path) ?? [];
    if (ofAccount) note(closed.account, ofAccount, request);
    const spans = campaign === undefined ? undefined : closed.campaigns.get(campaign);
    if (spans && move) note(spans, move, request);
  }
  return closed;
}

/** An opening move may take effect at its request; a closing one has taken effect at its answer. */
function note(spans: Span[], move: string, { askedMs, answer }: ClientRequest): void {
  const last = spans.at(-1);
  const isClosed = last !== undefined && last.toMs === Infinity;
  if (!CLOSING.includes(move)) {
    if (isClosed) last.toMs = askedMs;
    return;
  }
  if (!answer || answer.status >= 300 || isClosed) return;
  spans.push({ fromMs: answer.atMs, toMs: Infinity });
}

function isCreation({ method, path, answer }: ClientRequest): boolean {
  return method === 'POST' && path === '/v1/campaigns' && answer?.status === 201;
}
