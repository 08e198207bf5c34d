import type { Caught, Mutant } from './mutant.ts';

const by = (scenario: string, check: string): Caught => ({ by: 'checker', scenario, check });

const SECOND_START_SENDS = [
  {
    file: 'src/store/sql/transactions/calls/intents.ts',
    in: 'askIntent',
    find: 'if (recorded) …',
    put: '',
  },
  {
    file: 'src/store/sql/rows/placement-rows.ts',
    sql: 'INSERT INTO placements',
    put: 'INSERT OR REPLACE INTO placements',
  },
];

/** Placing: one POST, and evidence for it. */
export const PLACING: Mutant[] = [
  {
    name: 'post-repeated-without-answer',
    does: 'sends the POST again where no answer came',
    breaks: 'I1',
    edits: [
      {
        file: 'src/carrier/calls/place.ts',
        in: 'placeOnce',
        find: 'return { kind: window.sent() …',
        put: `return window.sent() ? placeOnce(request, gate, route) : { kind: 'not-sent', why: connectionFault(error) };`,
      },
    ],
    caught: by('answers-lost', 'I1'),
  },
  {
    name: 'no-answer-taken-for-unsent',
    does: 'takes a POST without an answer for one that never left',
    breaks: 'I1',
    edits: [
      {
        file: 'src/carrier/calls/place.ts',
        in: 'placeOnce',
        find: `window.sent() ? 'no-answer' …`,
        put: `'not-sent'`,
      },
    ],
    caught: by('answers-lost', 'I1'),
  },
  {
    name: 'server-error-taken-for-refusal',
    does: 'takes a 5xx for a refusal',
    breaks: 'I2',
    edits: [
      {
        file: 'src/domain/calls/refusal-statuses.ts',
        in: 'DOCUMENTED',
        find: '422',
        put: '…, 500, 502, 503, 504',
      },
    ],
    caught: by('answers-lost', 'I2'),
  },
  {
    name: 'intent-written-after-post',
    does: 'writes the intent when the answer has come',
    breaks: 'I1',
    edits: [
      {
        file: 'src/store/sql/transactions/calls/intents.ts',
        find: 'insertPlacement(…',
        put: `Promise.resolve((void [insertPlacement, decision], { id: 0 }));`,
      },
      {
        file: 'src/store/sql/transactions/calls/placements.ts',
        in: 'record',
        find: 'mustExist(…',
        put: `found ?? (await insertPlacement(tx, key, { state: 'intent', nowMs: Date.now() }));`,
      },
    ],
    caught: by('answers-lost', 'I1'),
  },
  {
    name: 'lost-answers-not-found-again',
    does: 'does not ask what a webhook on the URL of an unknown call names',
    breaks: 'I2',
    edits: [
      {
        file: 'src/activities/calls/unknown-placement.ts',
        find: 'const ids …',
        put: 'const ids: string[] = [];',
      },
    ],
    caught: by('answers-lost', 'I2b'),
  },
  {
    name: 'unasked-call-given-up',
    does: 'gives an unknown call up at its horizon although a webhook named it and GET fails',
    breaks: 'I2',
    edits: [
      {
        file: 'src/activities/calls/unknown-placement.ts',
        find: 'timing.lostAfterMs',
        put: '0',
      },
    ],
    caught: by('carrier-away', 'I2b'),
  },
  {
    name: 'unknown-redialled',
    does: 'dials a contact again whose call nobody knows the end of',
    breaks: 'I2',
    edits: [
      {
        file: 'src/domain/calls/redial.ts',
        in: 'contactAfter',
        find: 'MEANINGS[disposition]',
        put: `MEANINGS[disposition === 'unknown' ? 'customer-unreached' : disposition]`,
      },
      {
        file: 'src/store/sql/steps/calls/call-endings.ts',
        in: 'releaseNumber',
        find: `if (disposition === 'unknown') …`,
        put: 'void disposition;',
      },
    ],
    caught: by('silence', 'I2c'),
  },
  {
    name: 'placing-tried-three-times',
    does: 'lets Temporal run the placing activity again, and the activity send again',
    breaks: 'I1',
    edits: [
      {
        file: 'src/workflows/activity-options.ts',
        in: 'placing',
        find: 'maximumAttempts: 1',
        put: 'maximumAttempts: 3',
      },
      ...SECOND_START_SENDS,
    ],
    caught: by('worker-killed', 'I1'),
  },
  {
    name: 'crash-taken-for-unsent',
    does: 'takes an intent whose end was not recorded for a POST that never left',
    breaks: 'I1',
    edits: [
      {
        file: 'src/store/sql/transactions/calls/placements.ts',
        in: 'resolvePlacement',
        find: 'await becomeUnknown(…',
        put: `await becomeNotSent(tx, { call, placement, nowMs }, 'its end was not recorded', nowMs);`,
      },
    ],
    caught: by('worker-killed', 'I1'),
  },
  {
    name: 'redirect-followed',
    does: 'follows a redirect with the POST',
    breaks: 'I1',
    edits: [
      {
        file: 'src/carrier/http/send-once.ts',
        find: 'import { buildConnector …',
        put: `… import { Agent, interceptors } from 'undici';`,
      },
      {
        file: 'src/carrier/http/send-once.ts',
        find: 'client.request',
        put: `((asked: object) => {
      const redirected = new Agent().compose(interceptors.redirect({ maxRedirections: 3 }));
      const via: unknown = method === 'POST' ? redirected : client;
      return (via as { request(asked: object): ReturnType<HttpClient['request']> }).request({ origin, ...asked });
    })`,
      },
    ],
    caught: by('redirected', 'I1'),
  },
  {
    name: 'one-id-bound-twice',
    does: 'binds the id of a call to a second one that a webhook names it for',
    breaks: 'I3',
    edits: [
      {
        file: 'src/store/schema/001_initial/calls/calls.ts',
        sql: 'carrier_call_id ${text} UNIQUE',
        put: 'carrier_call_id ${text}',
      },
      {
        file: 'src/store/sql/steps/calls/acceptance.ts',
        in: 'isBoundOtherwise',
        find: 'boundTo !== undefined',
        put: 'false',
      },
    ],
    caught: by('ids-crossed', 'I3'),
  },
  {
    name: 'restart-sends-again',
    does: 'lets a workflow that was started again send the POST again',
    breaks: 'I1',
    edits: SECOND_START_SENDS,
    caught: by('terminated', 'I1'),
  },
  {
    name: 'resolved-without-fence',
    does: 'allows the next placement without shutting the door on a late intent of this one',
    breaks: 'I1',
    edits: [
      {
        file: 'src/store/sql/transactions/calls/placements.ts',
        in: 'resolvePlacement',
        find: 'const own …',
        put: `const own = await findPlacementRow(tx, key);
        if (!own) return { placement: key.placement, state: 'void', carrierCallId: null, verdict: null, why: null, intentAtMs: nowMs };`,
      },
    ],
    caught: { by: 'tests', files: ['test/store/sqlite.test.ts'], test: 'late intent' },
  },
];
