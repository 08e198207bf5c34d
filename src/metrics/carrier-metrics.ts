/** What the carrier answers, counted around its client, so that neither the client nor who uses it knows of it. */
import { Counter, Histogram } from 'prom-client';
import type { CarrierClient } from '../carrier/client.ts';
import { ACCOUNT_STATUSES } from '../domain/calls/refusal-statuses.ts';
import { meaningOf, type PostObservation } from '../domain/calls/placement.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** The answer to a POST may take 15 s. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15];
/** Statuses that stand for themselves: they stop or slow the whole account. */
const OWN_STATUSES: readonly number[] = [...ACCOUNT_STATUSES, 429];
const READ_RESULTS = ['found', 'not-found', 'failed'];

/** @param refusalStatuses of the carrier's profile, which decide what an answer means */
export function measuredCarrier(
  carrier: CarrierClient,
  refusalStatuses: readonly number[],
  { registry }: ProcessMetrics,
): CarrierClient {
  const posts = postCounter(registry);
  const polls = counter(registry, READ_RESULTS, {
    name: 'dialwright_polls_total',
    help: 'GETs of a call',
  });
  const lookups = counter(registry, READ_RESULTS, {
    name: 'dialwright_recording_lookups_total',
    help: "Lookups of recordings, which spend the carrier's quota",
  });
  const postSeconds = new Histogram({
    name: 'dialwright_post_seconds',
    help: 'Time from the start of a POST until its answer was read',
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    ...carrier,
    async place(request, gate) {
      const stop = postSeconds.startTimer();
      const observed = await carrier.place(request, gate);
      stop();
      posts.inc({ outcome: meaningOf(observed, refusalStatuses).kind, status: statusOf(observed) });
      return observed;
    },
    show: (id) => counted(polls, carrier.show(id)),
    lookUpRecording: (id, gate) => counted(lookups, carrier.lookUpRecording(id, gate)),
  };
}

/** The usual series exist from the start, so that their first increase is seen. */
function postCounter(registry: ProcessMetrics['registry']): Counter<'outcome' | 'status'> {
  const posts = new Counter({
    name: 'dialwright_posts_total',
    help: 'POSTs that place a call, by what became of the call, and by the status of the answer; none: there was no answer',
    labelNames: ['outcome', 'status'],
    registers: [registry],
  });
  posts.inc({ outcome: 'accepted', status: '2xx' }, 0);
  posts.inc({ outcome: 'refused', status: '4xx' }, 0);
  posts.inc({ outcome: 'not-sent', status: 'none' }, 0);
  posts.inc({ outcome: 'unknown', status: 'none' }, 0);
  return posts;
}

type ByResult = Counter<'result'>;

function counter(
  registry: ProcessMetrics['registry'],
  results: readonly string[],
  about: { name: string; help: string },
): ByResult {
  const made = new Counter({ ...about, labelNames: ['result'], registers: [registry] });
  for (const result of results) made.inc({ result }, 0);
  return made;
}

function statusOf(observed: PostObservation): string {
  if (observed.kind !== 'answer') return 'none';
  const { status } = observed;
  return OWN_STATUSES.includes(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}

async function counted<Answer extends { kind: string }>(
  counts: ByResult,
  asked: Promise<Answer>,
): Promise<Answer> {
  let result = 'failed';
  try {
    const answer = await asked;
    result =
      answer.kind === 'not-found' ? 'not-found' : answer.kind === 'unreadable' ? 'failed' : 'found';
    return answer;
  } finally {
    counts.inc({ result });
  }
}
