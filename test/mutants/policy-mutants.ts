import type { Caught, Edit, Mutant } from './mutant.ts';

const TIME = {
  file: 'src/store/sql/transactions/calls/intents.ts',
  find: 'time: askDialTime(facts.time, atMs),',
};
const always = (find: string, put: string): Edit => ({ file: TIME.file, find, put });

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
    edits: [always(TIME.find, `time: { kind: (void askDialTime, 'now') },`)],
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
        find: 'return others.reduce(bothOpen, first!);',
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
        find: 'AND agents.wrap_up_until_ms <= :nowMs AND agents.paused_until_ms',
        put: 'AND agents.paused_until_ms',
      },
    ],
    caught,
  },
  {
    name: 'suppression-asked-at-claim-only',
    does: 'dials a number that was suppressed after its claim',
    breaks: 'I8',
    edits: [
      always(
        'suppressed: countingLists(named, foundOn).length > 0,',
        'suppressed: (void [countingLists, foundOn], false),',
      ),
    ],
    caught,
  },
  {
    name: 'nothing-set-aside',
    does: 'sets no money aside for calls under way',
    breaks: 'I8',
    edits: [
      always('    reserved: units,', '    reserved: (void units, 0n),'),
      always('if (units !== 0n)', 'if (units < 0n)'),
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
        find: 'maxLiveCalls === null ? Infinity : maxLiveCalls - live;',
        put: 'maxLiveCalls === null ? Infinity : maxLiveCalls + 1 - live;',
      },
      {
        file: 'src/store/sql/steps/claims/claim.ts',
        find: 'live_calls + :calls <= :most',
        put: 'live_calls + :calls <= :most + 1',
      },
    ],
    caught,
  },
  {
    name: 'last-post-not-noted',
    does: 'lets late POSTs leave together',
    breaks: 'I8',
    edits: [always('await notePost(tx, call, paces, leavesAtMs);', 'void notePost;')],
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
        find: `next: { rule: 'customer-unreached' },\n    resolution: 'Failed`,
        put: `next: { rule: 'agent-unreached' },\n    resolution: 'Failed`,
      },
    ],
    caught,
  },
  {
    name: 'missing-list-dials-on',
    does: 'dials for a campaign whose suppression list is gone since the claim',
    breaks: 'I8',
    edits: [
      always(
        'listMissing: missingLists(named, existing).length > 0,',
        'listMissing: (void missingLists, void existing, false),',
      ),
    ],
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
        find: 'isJsonObject(value) ? mergePatch(merged.get(name), value) : value',
        put: 'isJsonObject(value) ? mergePatch({}, value) : value',
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
        find: "if (!tags.includes('*') && !tags.includes(current)) throw",
        put: 'if (tags.length === 0) throw',
      },
    ],
    caught: {
      by: 'tests',
      files: ['test/api/http/etags.test.ts'],
      test: 'by a tag that is old',
    },
  },
];
