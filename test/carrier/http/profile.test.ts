/** The one file that declares what the interface document does not show. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE, loadCarrierProfile } from '../../../src/carrier/http/profile.ts';

const GAPS = resolve(import.meta.dirname, '../../../docs/carrier-gaps.md');

function profileOf(content: unknown): ReturnType<typeof loadCarrierProfile> {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'profile.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return loadCarrierProfile(file);
}

describe('a profile is refused', () => {
  test('when its file is missing or is not JSON', () => {
    expect(() => loadCarrierProfile('/no/such/file.json')).toThrow('ENOENT');
  });

  test.each([
    ['{', 1, "Expected property name or '}'"],
    ['{\n  "call": {},\n}', 3, 'Expected double-quoted property name'],
    [
      '{"call": {"statusField": "x"}\n\n"place": {}}',
      3,
      "Expected ',' or '}' after property value",
    ],
    ["{\n'call': {}}", 2, "Expected property name or '}'"],
    ['{"call": {"statusField": status}}', 1, "Unexpected token 's'"],
    ['{"rateLimitStatuses": [429,]}', 1, "Unexpected token ']'"],
    ['{"call" {}}', 1, "Expected ':' after property name"],
    ['{}\n{}', 2, 'Unexpected non-whitespace character after JSON'],
  ])('%j, with file and line', (content, line, why) => {
    expect(() => profileOf(content)).toThrow(
      expect.objectContaining({
        name: 'CarrierProfileError',
        message: expect.stringMatching(/profile\.json:\d+: /) as string,
      }),
    );
    expect(() => profileOf(content)).toThrow(`profile.json:${line}: ${why}`);
  });

  test('with the line of each fault', () => {
    const content =
      '{\n"call": {\n"statusField": ""\n},\n"rateLimitStatuses": [\n429,\n200\n],\n"odd": 1}';
    for (const fault of [
      'profile.json:3: call.statusField: ',
      'profile.json:7: rateLimitStatuses.1: ',
      'profile.json:9: odd: no such field',
    ]) {
      expect(() => profileOf(content)).toThrow(fault);
    }
  });

  test.each(['[]', 'null', '7'])('when it is %s', (content) => {
    expect(() => profileOf(content)).toThrow(/profile\.json:1: the profile: /);
  });

  test.each([
    [{ plcae: {} }, 'plcae: no such field'],
    [{ place: { destination: 'to' } }, 'place.destination: no such field'],
    [{ place: { destinationField: '' } }, 'place.destinationField: '],
    [{ place: { destinationField: 'b_cli' } }, 'place.destinationField: is a documented field'],
    [{ place: { sipAgentField: 'callback_url' } }, 'place.sipAgentField: is a documented field'],
    [{ place: { destinationField: 'sip_account' } }, 'must not be the field of the agent'],
    [{ place: { successStatuses: [] } }, 'place.successStatuses: '],
    [{ place: { successStatuses: [402] } }, 'place.successStatuses.0: '],
    [{ call: { statusWords: { up: 'talking' } } }, 'call.statusWords.up: '],
    [{ webhook: { seqPointer: 'event_seq' } }, 'webhook.seqPointer: must be a JSON pointer'],
    [{ error: { codePointer: 'error.code' } }, 'error.codePointer: must be a JSON pointer'],
    [{ destroy: { method: 'GET' } }, 'destroy.method: '],
    [{ destroy: { path: '/calls' } }, 'destroy.path: must start with /, contain {id}'],
    [{ destroy: { path: '/calls/{id}/hang up' } }, 'destroy.path: '],
    [{ recording: { redirectStatuses: [200] } }, 'recording.redirectStatuses.0: '],
    [{ allowedIps: { path: '/ips/{id}' } }, 'contain {sipaccount_id} and {id}'],
    [{ allowedIps: { path: '/ips/{sipaccount_id}' } }, 'contain {sipaccount_id} and {id}'],
    [{ numbers: { numberField: '' } }, 'numbers.numberField: '],
    [{ documents: { method: 'DELETE' } }, 'documents.method: '],
    [{ documents: { numberFromDigits: 17 } }, 'documents.numberFromDigits: '],
    [{ rateLimitStatuses: [200] }, 'rateLimitStatuses.0: '],
    [{ timing: { agentRingMs: 0 } }, 'timing.agentRingMs: '],
    [{ timing: { webhookRetryFactor: 0.5 } }, 'timing.webhookRetryFactor: '],
    [{ timing: { agentRingSeconds: 5 } }, 'timing.agentRingSeconds: no such field'],
  ])('%j: %s', (content, reason) => {
    expect(() => profileOf(content)).toThrow(
      expect.objectContaining({
        name: 'CarrierProfileError',
        message: expect.stringContaining(reason) as string,
      }),
    );
  });

  test('for all its faults at once', () => {
    const content = { odd: 1, place: { x: 1, y: 2 }, timing: { webhookRetries: -1 } };
    for (const fault of ['odd: ', 'place.x: ', 'place.y: ', 'timing.webhookRetries: ']) {
      expect(() => profileOf(content)).toThrow(fault);
    }
  });
});

test('a byte order mark at its start is taken', () => {
  expect(profileOf('\ufeff{"call":{"statusField":"state"}}').call.statusField).toBe('state');
});

test('without a file, and with an empty one, everything has its default', () => {
  expect(loadCarrierProfile(undefined)).toEqual(DEFAULT_CARRIER_PROFILE);
  expect(profileOf({})).toEqual(DEFAULT_CARRIER_PROFILE);
  expect(DEFAULT_CARRIER_PROFILE).toEqual({
    place: {
      destinationField: 'destination',
      sipAgentField: 'sip_account',
      streamAgentField: 'stream_url',
      recordingUrlField: null,
      successStatuses: [200, 201, 202],
      refusalStatuses: [],
    },
    call: { statusField: 'status', statusWords: {} },
    webhook: {
      seqPointer: '/event_seq',
      namePointer: '/event',
      timePointer: '/occurred_at',
    },
    error: { codePointer: '/error/code', messagePointer: '/error/message' },
    destroy: { method: 'DELETE', path: '/api/v1/click2call/{id}' },
    recording: {
      redirectStatuses: [301, 302, 303, 307, 308],
      callIdField: 'id',
      webhookCallIdPointer: '/data/call_id',
      webhookUrlPointer: '/data/recording_url',
    },
    allowedIps: {
      path: '/api/v1/sipaccounts/{sipaccount_id}/allowed_ips/{id}',
      addressField: 'ip',
    },
    numbers: { numberField: 'number' },
    documents: { method: 'GET', numberFromDigits: 10 },
    operations: {},
    rateLimitStatuses: [429],
    timing: {
      agentRingMs: 120_000,
      customerRingMs: 120_000,
      webhookFirstRetryMs: 30_000,
      webhookRetryFactor: 2,
      webhookRetries: 5,
      webhookAnswerMs: 15_000,
      recordingLookupSpacingMs: 60_000,
      recordingReadyMs: 21_600_000,
      pollsPerSecond: 20,
    },
  });
});

test('what the file leaves out keeps its default', () => {
  const profile = profileOf({ place: { destinationField: 'to' }, timing: { agentRingMs: 45_000 } });
  expect(profile.place).toEqual({ ...DEFAULT_CARRIER_PROFILE.place, destinationField: 'to' });
  expect(profile.timing).toEqual({ ...DEFAULT_CARRIER_PROFILE.timing, agentRingMs: 45_000 });
});

describe('the list of gaps', () => {
  const text = readFileSync(GAPS, 'utf8');

  test('has a line for every field of the profile, with its default', () => {
    const { rateLimitStatuses, operations, ...rooms } = DEFAULT_CARRIER_PROFILE;
    const fields = Object.entries({ rateLimitStatuses, operations } as Record<string, unknown>);
    for (const [room, values] of Object.entries(rooms)) {
      fields.push(
        ...Object.entries(values).map(
          ([name, value]) => [`${room}.${name}`, value] as [string, unknown],
        ),
      );
    }
    const lacking = fields.filter(([field, value]) => {
      const line = text.split('\n').find((row) => row.includes(`\`${field}\``));
      return !line?.replaceAll(' ', '').includes(JSON.stringify(value));
    });
    expect(lacking).toEqual([]);
  });

  test('shows an example that can be used', () => {
    const example = /```json\n([^`]+)```/.exec(text)?.[1] ?? '';
    expect(profileOf(example)).not.toEqual(DEFAULT_CARRIER_PROFILE);
  });
});
