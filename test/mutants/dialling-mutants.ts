import type { Caught, Mutant } from './mutant.ts';

const by = (scenario: string, check: string): Caught => ({ by: 'checker', scenario, check });

/** Recordings: the quota is kept, the key stays at home, a file is whole or not there. */
const RECORDING: Mutant[] = [
  {
    name: 'lookup-beside-the-desk',
    does: 'looks a recording up without asking the desk',
    breaks: 'I7',
    edits: [
      {
        file: 'src/activities/recordings/recording.ts',
        in: 'askDesk',
        find: 'const place …',
        put: `const { carrierCallId } = await store.call(ref);
      const signal = Context.current().cancellationSignal;
      await context.carrier.lookUpRecording(carrierCallId!, { deadlineAtMs: nowMs() + 20_000, nowMs, signal }).catch(() => undefined);
      …`,
      },
    ],
    caught: by('desk', 'I7'),
  },
  {
    name: 'spacing-forgotten',
    does: 'forgets in the store when the last lookup was made',
    breaks: 'I7',
    edits: [
      {
        file: 'src/store/sql/transactions/calls/desk.ts',
        in: 'freeFromMs',
        find: 'startedAtMs === null',
        put: 'startedAtMs !== undefined',
      },
    ],
    caught: { by: 'tests', files: ['test/store/sqlite.test.ts'], test: 'no lookup comes closer' },
  },
  {
    name: 'key-sent-to-storage',
    does: 'sends the headers of the lookup to the storage too',
    breaks: 'I9',
    edits: [
      {
        file: 'src/carrier/recordings/recording-download.ts',
        in: 'get',
        find: `'accept-encoding': …`,
        put: `…, authorization: \`Bearer \${process.env['DIALWRIGHT_CARRIER_API_KEY']}\``,
      },
    ],
    caught: by('desk', 'I9'),
  },
  {
    name: 'redirect-of-lookup-followed',
    does: 'lets the HTTP client follow the redirect of a lookup',
    breaks: 'I13',
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
      const via: unknown = method === 'GET' ? redirected : client;
      return (via as { request(asked: object): ReturnType<HttpClient['request']> }).request({ origin, ...asked });
    })`,
      },
    ],
    caught: by('desk', 'I13'),
  },
  {
    name: 'cut-recording-stored',
    does: 'stores what came of a download that broke off',
    breaks: 'I13',
    edits: [
      {
        file: 'src/carrier/recordings/recording-download.ts',
        find: `throw new DownloadError('truncated', 'the connection broke within the body', …`,
        put: 'return;',
      },
      {
        file: 'src/carrier/recordings/mp3-body.ts',
        find: 'bytes !== expectedBytes',
        put: 'bytes < 0',
      },
    ],
    caught: by('downloads-cut', 'I13'),
  },
  {
    name: 'partial-file-visible',
    does: 'writes a recording under its name while it comes, and leaves what broke off',
    breaks: 'I13',
    edits: [
      {
        file: 'src/recordings-archive/whole-file.ts',
        find: 'const partial …',
        put: 'const partial = file; void [randomBytes];',
      },
      {
        file: 'src/recordings-archive/whole-file.ts',
        find: 'await unlink(partial) …',
        put: '',
      },
    ],
    caught: by('downloads-cut', 'I13b'),
  },
  {
    name: 'encoded-body-stored',
    does: 'stores a body that is encoded',
    breaks: 'I13',
    edits: [
      {
        file: 'src/carrier/recordings/recording-download.ts',
        in: 'framedLength',
        find: 'encoding !== undefined && …',
        put: `encoding === 'none at all'`,
      },
    ],
    caught: {
      by: 'tests',
      files: ['test/carrier/recordings/recording-download.test.ts'],
      test: 'encoded',
    },
  },
];

/** Policy: who may be dialled now. */
const POLICY: Mutant[] = [
  {
    name: 'number-dialled-while-live',
    does: 'dials a number while a call to it is live',
    breaks: 'I1',
    edits: [
      {
        file: 'src/store/sql/steps/claims/due-contacts.ts',
        in: 'contacts',
        sql: '${NOT_ON_CALL}',
        put: '(… OR true)',
      },
      {
        file: 'src/store/sql/steps/claims/take-calls.ts',
        sql: 'ON CONFLICT (number) DO NOTHING',
        put: 'ON CONFLICT (number) DO UPDATE SET ref = excluded.ref',
      },
    ],
    caught: by('numbers-shared', 'I1b'),
  },
  {
    name: 'person-called-while-on-a-call',
    does: 'calls a person at another number while a call to one is live',
    breaks: 'I1',
    edits: [
      {
        file: 'src/store/sql/steps/claims/due-contacts.ts',
        in: 'contacts',
        sql: '${NOT_ON_CALL}',
        put: 'NOT EXISTS (SELECT 1 FROM live_numbers WHERE live_numbers.number = contacts.number)',
      },
      {
        file: 'src/store/sql/steps/claims/live-persons.ts',
        in: 'takePersons',
        find: 'wanted.length === 0',
        put: 'wanted.length >= 0',
      },
    ],
    caught: by('persons-shared', 'I1d'),
  },
  {
    name: 'agent-on-two-calls',
    does: 'frees the agent as soon as the carrier has taken the call',
    breaks: 'I8',
    edits: [
      {
        file: 'src/store/sql/steps/calls/acceptance.ts',
        find: 'import { keyOf, writeResult, …',
        put: `… import { releaseAgent } from '../../rows/agent-rows.ts';`,
      },
      {
        file: 'src/store/sql/steps/calls/acceptance.ts',
        in: 'accept',
        find: 'const events …',
        put: '… await releaseAgent(tx, call.ref, nowMs);',
      },
    ],
    caught: by('numbers-shared', 'I8b'),
  },
  {
    name: 'pause-not-kept',
    does: 'says yes to a pause and goes on',
    breaks: 'I8',
    edits: [
      {
        file: 'src/domain/campaigns/campaign-state.ts',
        in: 'running',
        find: `pause: 'paused'`,
        put: `pause: 'running'`,
      },
    ],
    caught: by('stopped', 'I8'),
  },
  {
    name: 'account-stop-ignored',
    does: 'dials while the account is stopped',
    breaks: 'I8',
    edits: [
      {
        file: 'src/store/sql/rows/account-row.ts',
        in: 'stopped',
        find: 'stoppedSinceMs === null',
        put: 'stoppedSinceMs === null || stoppedSinceMs !== null',
      },
    ],
    caught: by('stopped', 'I8'),
  },
  {
    name: 'suppressed-number-dialled',
    does: 'dials a number that must not be called',
    breaks: 'I8',
    edits: [
      {
        file: 'src/domain/campaigns/admission.ts',
        find: 'if (facts.suppressed) …',
        put: '',
      },
    ],
    caught: {
      by: 'tests',
      files: ['test/store/sqlite.test.ts', 'test/domain/campaigns/rules.test.ts'],
      test: 'suppressed',
    },
  },
  {
    name: 'hold-ignored',
    does: 'goes on dialling when the carrier has refused the account',
    breaks: 'I11',
    edits: [
      {
        file: 'src/store/sql/rows/account-row.ts',
        find: 'row.hold === null',
        put: 'row.hold !== undefined',
      },
    ],
    caught: by('refused', 'I11b'),
  },
  {
    name: 'account-refusal-fails-contact',
    does: 'gives a contact up because the account could not pay',
    breaks: 'I11',
    edits: [
      {
        file: 'src/domain/calls/placement.ts',
        in: 'judgeRefusal',
        find: 'if (ACCOUNT_STATUSES.includes(status)) …',
        put: `if (ACCOUNT_STATUSES.includes(status)) return { kind: 'fail-contact' };`,
      },
    ],
    caught: by('refused', 'I11'),
  },
  {
    name: 'refusal-counted-as-attempt',
    does: 'counts a refusal of the account as an attempt of the contact',
    breaks: 'I11',
    edits: [
      {
        file: 'src/store/sql/steps/calls/call-endings.ts',
        in: 'notDialled',
        find: 'spendsAttempt: …',
        put: 'spendsAttempt: true',
      },
      {
        file: 'src/store/sql/steps/campaigns/contact-moves.ts',
        in: 'otherCalls',
        sql: "AND disposition IS DISTINCT FROM 'not-dialled'",
        put: '',
      },
    ],
    caught: by('refused', 'I11c'),
  },
];

/** Healing: what was left lying is set going again. */
const HEALING: Mutant[] = [
  {
    name: 'sweep-heals-nothing',
    does: 'leaves calls alone whose workflow is gone',
    breaks: 'I10',
    edits: [
      {
        file: 'src/activities/sweep/sweep.ts',
        find: 'const signalled …',
        put: 'const signalled = new Set<CallRef>(open.slice(0, 0));',
      },
      {
        file: 'src/activities/sweep/sweep.ts',
        find: 'const resumed …',
        put: 'const resumed: CallRef[] = [];',
      },
      {
        file: 'src/activities/sweep/workflow-watch.ts',
        in: 'turn',
        find: 'const work …',
        put: 'const work = undefined as Awaited<ReturnType<typeof store.takeWatchTurn>>;',
      },
    ],
    caught: by('terminated', 'END'),
  },
];

export const DIALLING: Mutant[] = [...RECORDING, ...POLICY, ...HEALING];
