import type { Caught, Mutant } from './mutant.ts';

const by = (scenario: string, check: string): Caught => ({ by: 'checker', scenario, check });

/** The ingress: what was acknowledged is kept, and nobody genuine is turned away. */
const INGRESS: Mutant[] = [
  {
    name: 'acknowledged-before-durable',
    does: 'acknowledges a webhook and stores it a moment later',
    breaks: 'I5',
    edits: [
      {
        file: 'src/api/ingress/ingress.ts',
        find: 'await keptInTime(receiver.receive(…',
        put: 'setTimeout(() => void receiver.receive(key, body), 250);',
      },
    ],
    caught: by('server-killed', 'I5'),
  },
  {
    name: 'told-before-the-commit',
    does: 'says that something is written before the commit that it shares',
    breaks: 'I5',
    edits: [
      {
        file: 'src/store/sql/engine/sqlite/sqlite-database.ts',
        find: 'ends.push(() => resolve(…',
        put: 'resolve(result);',
      },
    ],
    caught: {
      by: 'tests',
      files: ['test/store/sql/engine/sqlite/sqlite-database.test.ts'],
      test: 'where the commit fails',
    },
  },
  {
    name: 'dropped-while-temporal-is-away',
    does: 'acknowledges webhooks that it cannot carry on, and does not keep them',
    breaks: 'I5',
    edits: [
      {
        file: 'src/api/ingress/ingress.ts',
        in: 'receive',
        find: 'const isKnown …',
        put: `if (!(await deps.gateway.check().then(() => true, () => false))) return; …`,
      },
    ],
    caught: by('temporal-away', 'I5'),
  },
  {
    name: 'odd-body-refused',
    does: 'answers 400 to a body it cannot read, on a genuine URL',
    breaks: 'I6',
    edits: [
      {
        file: 'src/api/ingress/ingress.ts',
        in: 'receive',
        find: `if (read.kind === 'poke') …`,
        put: `if (read.kind === 'poke') throw new Problem({ status: 400, code: 'not_kept', detail: 'It cannot be read.' });`,
      },
    ],
    caught: by('intruder', 'I6b'),
  },
  {
    name: 'ended-call-not-found',
    does: 'answers 404 for a call that has ended',
    breaks: 'I6',
    edits: [
      {
        file: 'src/api/ingress/ingress.ts',
        in: 'keep',
        find: 'const outcome …',
        put: `… if (outcome.call?.ended) throw notFound();`,
      },
    ],
    caught: by('disorder', 'I6'),
  },
  {
    name: 'duplicates-kept',
    does: 'keeps an event once more each time it is delivered',
    breaks: 'I5',
    edits: [
      {
        file: 'src/api/ingress/event-quota.ts',
        in: 'reserve',
        find: `if (known === 'kept') …`,
        put: '',
      },
      {
        file: 'src/store/sql/transactions/calls/inbox.ts',
        in: 'insertOfCall',
        find: 'const fresh …',
        put: 'const fresh = true;',
      },
      {
        file: 'src/store/schema/001_initial/calls/inbox.ts',
        sql: 'CREATE UNIQUE INDEX inbox_once',
        put: 'CREATE INDEX inbox_once',
      },
    ],
    caught: by('disorder', 'I5b'),
  },
  {
    name: 'token-not-checked',
    does: 'takes any token',
    breaks: 'I3',
    edits: [
      {
        file: 'src/carrier/calls/tokens.ts',
        in: 'verify',
        find: 'return valid',
        put: 'return valid || token.length > 0;',
      },
    ],
    caught: by('intruder', 'I6b'),
  },
];

/** Following a call: only the carrier's own word ends it, and it ends without webhooks too. */
const FOLLOWING: Mutant[] = [
  {
    name: 'end-believed-without-get',
    does: 'believes a terminal event as it comes',
    breaks: 'I3',
    edits: [
      {
        file: 'src/activities/calls/call-following.ts',
        in: 'endByEvent',
        find: 'const polled …',
        put: `… if (call.ref) return writeEnd(context, evidence, { state, confirmed: true, polled });`,
      },
    ],
    caught: by('intruder', 'I3'),
  },
  {
    name: 'end-waits-for-finalized',
    does: 'ends no call before its bill was announced',
    breaks: 'I10',
    edits: [
      {
        file: 'src/activities/calls/call-following.ts',
        find: 'const sinceProgressMs …',
        put: `if (!folded.finalized) throw notYet('not billed yet', 1_000); …`,
      },
    ],
    caught: by('no-webhooks', 'END'),
  },
  {
    name: 'silent-call-never-looked-at',
    does: 'leaves a silent call to its webhooks',
    breaks: 'I10',
    edits: [
      {
        file: 'src/activities/calls/call-following.ts',
        find: 'const sinceProgressMs …',
        put: `if (input.webhooks) throw notYet('silent', 60_000); …`,
      },
    ],
    caught: by('no-webhooks', 'END'),
  },
  {
    name: 'late-event-unends',
    does: 'moves a call that has ended back to a live state',
    breaks: 'I3',
    edits: [
      {
        file: 'src/store/sql/steps/calls/call-moves.ts',
        find: `if (state !== 'placing' && !isLiveState(state)) …`,
        put: '',
      },
    ],
    caught: by('disorder', 'END'),
  },
  {
    name: 'forged-end-deepens',
    does: 'takes an end that GET contradicts for proof that the legs were bridged',
    breaks: 'I3',
    edits: [
      {
        file: 'src/domain/calls/call-state.ts',
        in: 'foldEvents',
        find: 'if (isTerminalState(state)) …',
        put: `if (state === 'completed') deepest = 'bridged'; …`,
      },
    ],
    caught: by('intruder', 'I3'),
  },
  {
    name: 'unseen-leg-taken-for-agents',
    does: 'says of a failed call whose leg nobody saw that the agent was not reached',
    breaks: 'I3',
    edits: [
      {
        file: 'src/domain/calls/disposition.ts',
        in: 'dispositionOf',
        find: 'return agentLegSeen …',
        put: `return agentLegSeen || !agentLegSeen ? 'agent-unreached' : 'leg-unknown';`,
      },
    ],
    caught: by('no-webhooks', 'I3'),
  },
  {
    name: 'folded-by-arrival',
    does: 'takes the event that came last for the newest',
    breaks: 'I3',
    edits: [
      {
        file: 'src/domain/calls/call-state.ts',
        in: 'orderedEvents',
        find: 'return …',
        put: 'return [...once.values()];',
      },
      {
        file: 'src/domain/calls/call-state.ts',
        in: 'deeper',
        find: 'return …',
        put: 'return b;',
      },
    ],
    caught: by('disorder', 'I3'),
  },
];

/** Money: the carrier's own bill, to the last decimal. */
const MONEY: Mutant[] = [
  {
    name: 'cost-of-the-body-trusted',
    does: 'takes the cost that a webhook says',
    breaks: 'I4',
    edits: [
      {
        file: 'src/api/ingress/ingress.ts',
        in: 'receive',
        find: 'quota.keep(…',
        put: `… const told = (JSON.parse(text) as any).data?.cost;
        if (told) await store.settleCall(key.ref, String(told), nowMs());`,
      },
    ],
    caught: by('intruder', 'I4'),
  },
  {
    name: 'summed-as-floats',
    does: 'adds costs as floats of 32 bits',
    breaks: 'I4',
    edits: [
      {
        file: 'src/store/sql/transactions/campaigns/campaign-progress.ts',
        in: 'totalCost',
        find: 'return …',
        put: `return String(
    (await tx.all<{ cost: string }>('SELECT CAST(cost AS TEXT) AS cost FROM calls WHERE campaign_id = :id AND cost IS NOT NULL', { id }))
      .reduce((sum, { cost }) => Math.fround(sum + Number(formatMoney(BigInt(cost)))), 0) + 0 * whole.length * rest.length,
  );`,
      },
    ],
    caught: by('bills', 'I4'),
  },
  {
    name: 'rounded-to-four-decimals',
    does: 'rounds costs to four decimals',
    breaks: 'I4',
    edits: [
      {
        file: 'src/carrier/calls/call-resource.ts',
        in: 'readCost',
        find: 'return { cost, …',
        put: 'return { cost: Number(cost).toFixed(4), unreadableCost: null };',
      },
    ],
    caught: by('bills', 'I4'),
  },
  {
    name: 'no-bill-taken-for-free',
    does: 'takes a cost that is not there yet for nothing',
    breaks: 'I4',
    edits: [
      {
        file: 'src/carrier/calls/call-resource.ts',
        in: 'readCost',
        find: 'return { cost: null, unreadableCost: null }',
        put: `return { cost: '0', unreadableCost: null };`,
      },
    ],
    caught: by('no-webhooks', 'I4'),
  },
  {
    name: 'corrected-bill-ignored',
    does: 'keeps the first bill',
    breaks: 'I4',
    edits: [
      {
        file: 'src/store/sql/steps/calls/settlement.ts',
        find: 'if (isKnown && call.costSource === source) …',
        put: `if (call.settlement === 'settled') return undefined;`,
      },
    ],
    caught: by('bills', 'I4'),
  },
  {
    name: 'record-outweighs-the-document',
    does: 'takes the cost of a call record where the final document says another',
    breaks: 'I4',
    edits: [
      {
        file: 'src/domain/reconciliation/reconciliation.ts',
        find: `return costSource === 'get' …`,
        put: `return costSource === 'person' ? 'differs' : 'settles';`,
      },
    ],
    caught: {
      by: 'tests',
      files: ['test/store/sqlite.test.ts'],
      test: 'leaves a final cost as it is',
    },
  },
  {
    name: 'likeness-taken-for-proof',
    does: 'binds an unknown call to a record of its number and time',
    breaks: 'I3',
    edits: [
      {
        file: 'src/domain/reconciliation/reconciliation.ts',
        in: 'claimOf',
        find: 'return { record, calls: similar, …',
        put: `return { record, calls: similar, evidence: 'webhook' };`,
      },
    ],
    caught: {
      by: 'tests',
      files: ['test/domain/reconciliation/reconciliation.test.ts'],
      test: 'number and time',
    },
  },
];

export const LISTENING: Mutant[] = [...INGRESS, ...FOLLOWING, ...MONEY];
