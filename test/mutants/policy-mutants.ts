import type { Caught, Edit, Mutant } from './mutant.ts';

const inIntents = (find: string, put: string): Edit => ({
  file: 'src/store/sql/transactions/calls/intents.ts',
  find,
  put,
});

/** The rules of a campaign. No checker knows them: a model plays random campaigns against them. */
const caught: Caught = {
  by: 'tests',
  files: ['test/store/policy-model.test.ts'],
  test: 'no dial outside policy',
};

export const POLICY: Mutant[] = [
  {
    name: 'window-not-asked-at-admission',
    does: 'asks windows, caps and the deadline at the claim only',
    breaks: 'I8',
    edits: [inIntents('time: askDialTime(…', `time: { kind: (void askDialTime, 'now') }`)],
    caught,
  },
  {
    name: 'ring-margin-forgotten',
    does: 'dials until a window closes',
    breaks: 'I8',
    edits: [
      {
        file: 'src/domain/contacts/calling-window.ts',
        find: 'span.toMs - span.fromMs <= window.ringMarginMs',
        put: 'span.toMs - span.fromMs <= 0',
      },
    ],
    caught,
  },
  {
    name: 'one-zone-is-enough',
    does: 'dials when the window is open in one of the zones',
    breaks: 'I8',
    edits: [
      {
        file: 'src/domain/contacts/open-spans.ts',
        in: 'openSpansOn',
        find: 'return others.reduce(bothOpen, …',
        put: 'return joined([first!, ...others].flat());',
      },
    ],
    caught,
  },
  {
    name: 'cap-of-a-day-one-too-many',
    does: 'allows one dial a day more than the cap',
    breaks: 'I8',
    edits: [
      {
        file: 'src/domain/contacts/number-caps.ts',
        find: 'dialsOnDay(dials, zone, nowMs) >= perDay',
        put: 'dialsOnDay(dials, zone, nowMs) > perDay',
      },
    ],
    caught,
  },
  {
    name: 'wrap-up-ignored',
    does: 'rings agents who are at work after a call',
    breaks: 'I8',
    edits: [
      {
        file: 'src/store/sql/rows/agent-rows.ts',
        in: 'MAY_TAKE',
        sql: 'AND agents.wrap_up_until_ms <= :nowMs',
        put: '',
      },
    ],
    caught,
  },
  {
    name: 'suppression-asked-at-claim-only',
    does: 'dials a number that was suppressed after its claim',
    breaks: 'I8',
    edits: [inIntents('suppressed: …', 'suppressed: (void [countingLists, foundOn], false)')],
    caught,
  },
  {
    name: 'consent-asked-at-claim-only',
    does: 'dials a number whose consent was revoked after its claim',
    breaks: 'I8',
    edits: [inIntents('noConsent: …', 'noConsent: (void [consent, askConsent], false)')],
    caught: {
      by: 'tests',
      files: ['test/store/sqlite.test.ts'],
      test: 'once the person has objected',
    },
  },
  {
    name: 'nothing-set-aside',
    does: 'sets no money aside for calls under way',
    breaks: 'I8',
    edits: [
      { ...inIntents('reserved: units', 'reserved: (void units, 0n)'), in: 'change' },
      inIntents('units !== 0n', 'units < 0n'),
    ],
    caught,
  },
  {
    name: 'live-calls-one-too-many',
    does: 'allows one live call more than the campaign may have',
    breaks: 'I8',
    edits: [
      {
        file: 'src/store/sql/steps/claims/take-calls.ts',
        in: 'liveCallsLeft',
        find: 'maxLiveCalls - live',
        put: 'maxLiveCalls + 1 - live',
      },
      {
        file: 'src/store/sql/steps/claims/claim.ts',
        find: 'campaign.liveCalls + calls.length',
        put: 'campaign.liveCalls + calls.length - 1',
      },
    ],
    caught,
  },
  {
    name: 'last-post-not-noted',
    does: 'lets late POSTs leave together',
    breaks: 'I8',
    edits: [inIntents('await notePost(…', 'void notePost;')],
    caught: {
      by: 'tests',
      files: ['test/store/sqlite.test.ts'],
      test: 'a POST that leaves late',
    },
  },
  {
    name: 'redial-at-once',
    does: 'redials without the delay of its rule',
    breaks: 'I8',
    edits: [
      {
        file: 'src/domain/calls/redial.ts',
        find: 'dueAtMs: endedAtMs + rule.delayMs + jitterMs',
        put: 'dueAtMs: endedAtMs + jitterMs',
      },
    ],
    caught,
  },
  {
    name: 'unseen-leg-redialled-as-agents',
    does: 'redials a contact whose leg nobody saw by the rule for agents',
    breaks: 'I8',
    edits: [
      {
        file: 'src/domain/dispositions/dispositions.ts',
        in: 'leg-unknown',
        find: 'next: …',
        put: `next: { rule: 'agent-unreached' }`,
      },
    ],
    caught,
  },
  {
    name: 'missing-list-dials-on',
    does: 'dials for a campaign whose suppression list is gone since the claim',
    breaks: 'I8',
    edits: [inIntents('listMissing: …', 'listMissing: (void missingLists, void existing, false)')],
    caught: {
      by: 'tests',
      files: ['test/store/sqlite.test.ts'],
      test: 'a suppression list that is missing',
    },
  },
  {
    name: 'patch-drops-the-unnamed',
    does: 'replaces what a merge patch changes a part of',
    breaks: 'I8',
    edits: [
      {
        file: 'src/domain/merge-patch.ts',
        find: 'merged.get(name)',
        put: '{}',
      },
    ],
    caught: {
      by: 'tests',
      files: ['test/domain/merge-patch.test.ts'],
      test: 'lets nothing vanish',
    },
  },
  {
    name: 'if-match-ignored',
    does: 'changes what somebody else changed since it was read, whatever If-Match says',
    breaks: 'I8',
    edits: [
      {
        file: 'src/api/http/etags.ts',
        find: `!tags.includes('*') && …`,
        put: 'tags.length === 0',
      },
    ],
    caught: {
      by: 'tests',
      files: ['test/api/http/etags.test.ts'],
      test: 'by a tag that is old',
    },
  },
];
