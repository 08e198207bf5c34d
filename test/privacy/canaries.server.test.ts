/** Canaries go in by every input; none may be found in anything written outside the store. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { KEPT, NAMES, NUMBERS, PASSING, ROW_KEYS } from './canaries.ts';
import { PUBLIC_URL, runScenario, STREAM_ADDRESS, type Written } from './scenario.ts';

const SCENARIO_MS = 240_000;
const KEYS = `new:${randomBytes(32).toString('base64')},old:${randomBytes(32).toString('base64')}`;
/** A word that the product writes into a payload; to see that a search would find one. */
const WORD_IN_A_PAYLOAD = 'Claims contacts that are due';

describe.each([
  ['without payload keys', {}],
  ['with payload keys', { payloadKeys: KEYS }],
])('%s', (_, options: { payloadKeys?: string }) => {
  let written: Written;
  beforeAll(async () => {
    written = await runScenario(options);
  }, SCENARIO_MS);
  const encrypted = options.payloadKeys !== undefined;
  const foundIn = (text: string | Buffer) => written.canaries.foundIn(text);
  /** Without keys the name of a campaign is a search attribute, with what it was given of the forged line. */
  const foundInTemporal = (text: string | Buffer) =>
    foundIn(text).filter((name) => encrypted || !/^(campaignName|forged) /.test(name));

  test('the canaries really went in: the store has what it was given, the carrier echoed it all', () => {
    const store = Buffer.concat(written.storeFiles);
    const given = [...Object.values(KEPT), ...NUMBERS, ...NAMES, ...ROW_KEYS];
    expect(given.filter((kept) => !store.includes(kept))).toEqual([]);
    const echoes = written.echoes.join();
    for (const said of [PASSING.carrierKey, KEPT.agentCallerId, '+12025550161', '+12025550163']) {
      expect(echoes).toContain(said);
    }
    expect(written.canaries.count).toBeGreaterThan(60);
  });

  test('the scenario met what it is about: refused, unknown, completed calls, and stored recordings', () => {
    const attributes = written.workflows.map(({ described }) => described).join();
    for (const disposition of ['refused', 'unknown', 'completed']) {
      expect(attributes).toContain(`"${disposition}"`);
    }
    expect(written.recordingFiles.length).toBeGreaterThan(0);
    expect(new Set(written.workflows.map(({ type }) => type))).toEqual(
      new Set([
        'callWorkflow',
        'callbackWorkflow',
        'campaignWorkflow',
        'recordingDeskWorkflow',
        'sweepWorkflow',
      ]),
    );
  });

  test('no request could send the callbacks elsewhere, or ring an agent that is not registered', () => {
    const agents = [0, 1, 2, 3].map((n) => `${KEPT.sipAccount}-${n}`).concat(STREAM_ADDRESS);
    expect(written.given.length).toBeGreaterThan(5);
    for (const { callbackUrl, agent } of written.given) {
      expect(callbackUrl.startsWith(`${PUBLIC_URL}/hooks/click2call/`)).toBe(true);
      expect(agents).toContain(agent);
    }
  });

  test('workflow ids, memos, search attributes and summaries hold none', () => {
    for (const { described } of written.workflows) expect(foundInTemporal(described)).toEqual([]);
  });

  test('the name of a campaign is a search attribute only where payloads are not encrypted', () => {
    const attributes = written.workflows.map(({ described }) => described).join();
    expect(attributes.includes(KEPT.campaignName)).toBe(!encrypted);
    expect(attributes.includes('DialwrightCampaignName')).toBe(!encrypted);
  });

  test('current details, as the Web UI shows them, hold none', () => {
    const details = written.workflows.map(({ currentDetails }) => currentDetails).join('\n');
    expect(details).toContain('| click2call.other |');
    expect(foundIn(details)).toEqual([]);
  });

  test('histories hold none, whether they are encrypted or not', () => {
    for (const { history } of written.workflows) expect(foundInTemporal(history)).toEqual([]);
  });

  test('the files of the Temporal server hold none', () => {
    const files = Buffer.concat(written.temporalFiles);
    expect(files.includes(WORD_IN_A_PAYLOAD)).toBe(!encrypted);
    expect(files.includes('binary/encrypted')).toBe(encrypted);
    expect(foundInTemporal(files)).toEqual([]);
  });

  test('logs hold none at their most talkative, and every line is one JSON object', () => {
    const lines = written.log.split('\n').filter((line) => line !== '');
    const levelOf = (line: string) => (JSON.parse(line) as { level: number }).level;
    const levels = new Set(lines.map(levelOf));
    expect([...levels].toSorted((a, b) => a - b)).toEqual(expect.arrayContaining([10, 20, 30, 40]));
    // oxlint-disable-next-line no-control-regex -- these are what a terminal would obey
    expect(written.log).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    // At `trace` the Temporal SDK logs activations, with the search attributes in them.
    const [traces, others] = [true, false].map((isTrace) =>
      lines.filter((line) => (levelOf(line) === 10) === isTrace).join('\n'),
    );
    expect(foundIn(others!)).toEqual([]);
    expect(foundInTemporal(traces!)).toEqual([]);
  });

  test('refusals say what was wrong without saying it again', () => {
    const quoting = written.refusals
      .map(({ asked, body }) => ({ asked, quotes: foundIn(body) }))
      .filter(({ quotes }) => quotes.length > 0);
    expect(quoting).toEqual([]);
    const notRefused = written.refusals.filter(({ status }) => status < 400);
    // An import reports the rows that it leaves out, and goes on.
    expect(notRefused.map(({ asked }) => asked.replace(/campaigns\/\w+/, 'campaigns/…'))).toEqual([
      'POST /v1/campaigns/…/contacts',
      'POST /v1/campaigns/…/contacts',
      'POST /v1/campaigns/…/contacts',
    ]);
  });

  test('what is open to everybody holds none', () => {
    for (const page of written.openPages) expect(foundIn(page)).toEqual([]);
  });

  test('names of recordings hold none', () => {
    expect(foundIn(written.recordingFiles.join('\n'))).toEqual([]);
  });

  if (!encrypted) return;

  test('every payload is encrypted, but for what SDK and server note for themselves', () => {
    const all = written.workflows.flatMap(({ payloads }) => payloads);
    expect(all.filter(({ encoding }) => encoding === 'binary/encrypted').length).toBeGreaterThan(
      50,
    );
    const plain = all.filter(({ encoding }) => encoding !== 'binary/encrypted');
    const told = plain.filter(({ data }) => !isServersWord(data) && !isNoteOfLocalActivity(data));
    expect(told).toEqual([]);
  });

  test('messages and stacks of failures are encrypted', () => {
    const histories = written.workflows.map(({ history }) => history).join();
    expect(histories).toContain('Encoded failure');
    expect(histories).not.toContain('HTTP 500');
    expect(histories).not.toContain('src/activities');
  });

  test('the command line shows what is encrypted to whoever has an API key, and to nobody else', () => {
    const { bare, decoded, refused } = written.shown!;
    // JSON of protobuf: bytes are in base64.
    const summary = Buffer.from('"placement 1: one POST at most"').toString('base64');
    expect(decoded).toContain(summary);
    for (const hidden of [bare, refused]) expect(hidden).not.toContain(summary);
    expect(bare).toContain(Buffer.from('binary/encrypted').toString('base64'));
  });
});

/** The native part of the SDK writes these beside the result of a local activity, which is encrypted. */
function isNoteOfLocalActivity(data: string): boolean {
  const known = ['seq', 'attempt', 'activity_id', 'activity_type', 'complete_time'];
  const more = ['backoff', 'original_schedule_time'];
  const note: unknown = JSON.parse(data);
  return (
    typeof note === 'object' &&
    note !== null &&
    'activity_type' in note &&
    Object.keys(note).every((name) => [...known, ...more].includes(name))
  );
}

/** Of an activity that was cancelled before a worker had taken it. */
const isServersWord = (data: string): boolean => data === '"ACTIVITY_ID_NOT_STARTED"';
