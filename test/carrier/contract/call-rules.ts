/** Calls and recordings (4.1 to 4.3, 7.1), with events before and after, by a carrier of any choice. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCarrierClient, type CarrierClient } from '../../../src/carrier/client.ts';
import { downloadRecording } from '../../../src/carrier/recordings/recording-download.ts';
import { writeWhole } from '../../../src/recordings-archive/whole-file.ts';
import { readRecordingWebhook, readWebhook } from '../../../src/carrier/calls/webhook.ts';
import { parseMoney } from '../../../src/domain/money.ts';
import type { SimulatorInput } from '../../../src/simulator/options.ts';
import {
  CALLBACK,
  COMPLETED,
  HOOKS,
  NOT_RECORDED,
  RECORDING_HOOK,
  temporaryFolder,
} from '../../simulator/carrier.ts';
import { openGate, request } from '../carrier-under-test.ts';
import { atCarrier, done, type AtCarrier } from './at-carrier.ts';
import type { Variant } from './variants.ts';

const OF_CALL = `${HOOKS}/hooks/recordings/c1.1.1.1/token`;

interface Calling extends AtCarrier {
  client: CarrierClient;
  place: (number?: string) => Promise<string>;
}

export function callRules(variant: Variant): void {
  const calling = async (more: SimulatorInput = {}): Promise<Calling> => {
    const at = await atCarrier(variant, more);
    const { url: baseUrl, apiKey } = at.carrier.simulator;
    const timing = { postMs: 10_000, readMs: 10_000 };
    const client = createCarrierClient({ baseUrl, apiKey, profile: at.profile, timing });
    onTestFinished(() => client.close());
    const place = async (destination = COMPLETED) => {
      const order = request({ destination, callbackUrl: CALLBACK, recordingUrl: OF_CALL });
      const placed = await client.place(order, openGate());
      expect(placed).toMatchObject({ kind: 'answer', success: true });
      return (placed as { carrierCallId: string }).carrierCallId;
    };
    return { ...at, client, place };
  };

  if (variant.simulator.variant?.costForm === 'null') {
    test('a cost that never shows stays unknown, however often it is read', async () => {
      const { client, carrier, place } = await calling();
      const id = await place();
      await carrier.until('billed', (fact) => fact.call === id && fact.cost !== null);
      expect(await client.show(id)).toMatchObject({ id, cost: null });
      const finalized = () => carrier.webhooks.find(({ text }) => text.includes('finalized'));
      await expect.poll(() => finalized()?.body.data['cost'], { timeout: 20_000 }).toBeNull();
    });
  } else {
    test('a placed call has an id, is read by it to its end, and its cost is exact', async () => {
      const { client, carrier, place } = await calling();
      const id = await place();
      const { cost } = await carrier.until(
        'billed',
        (fact) => fact.call === id && fact.cost !== null,
      );
      await carrier.until('transition', ({ call, state }) => call === id && state === 'completed');
      await expect
        .poll(() => client.show(id), { timeout: 20_000 })
        .toMatchObject({ id, status: 'completed', cost: expect.any(String) as string });
      const shown = await client.show(id);
      const finals = carrier.facts('billed').filter(({ call }) => call === id);
      const told = [cost, ...finals.map((fact) => fact.cost)];
      const costs = told.map((text) => parseMoney(text ?? ''));
      expect(costs).toContain(parseMoney((shown as { cost: string }).cost));
    });
  }

  test('its webhooks are read, and its id stands in each', async () => {
    const { carrier, profile, place } = await calling();
    const id = await place();
    const told = () =>
      carrier.webhooks
        .filter(({ path }) => path.includes('click2call'))
        .map(({ text }) => readWebhook(Buffer.from(text), profile));
    await expect
      .poll(() => told().map((one) => 'name' in one && one.name), { timeout: 20_000 })
      .toEqual(
        expect.arrayContaining([
          'click2call.bridged',
          'click2call.completed',
          'click2call.finalized',
        ]),
      );
    expect(told().every((one) => 'carrierCallId' in one && one.carrierCallId === id)).toBe(true);
  });

  test('what is refused keeps its status and reasons, and no call is placed', async () => {
    const { client, carrier } = await calling();
    const refused = await client.place(request({ destination: 'nobody' }), openGate());
    expect(refused).toMatchObject({
      kind: 'answer',
      status: 422,
      success: false,
      ownEnvelope: true,
    });
    expect((refused as { details: string }).details).toContain('E.164');
    expect(carrier.facts('decision')).toMatchObject([{ outcome: 'refused', placed: null }]);
  });

  test('a call is ended by the way the profile names', async () => {
    const { client, account, carrier, place } = await calling({ talkMs: [9e9, 9e9] });
    const id = await place();
    await carrier.until('transition', ({ call, state }) => call === id && state === 'bridged');
    expect(await client.destroy(id)).toEqual({ kind: 'asked' });
    await carrier.until('transition', ({ call, state }) => call === id && state === 'failed');
    expect((await account.endCall(id)).kind).toBe('done');
    expect(done(await account.readCall(id))).toMatchObject({ id, edge_region: 'simulated-1' });
    expect(await client.show('c-none')).toEqual({ kind: 'not-found' });
    expect((await account.readCall('c-none')).kind).toBe('not-found');
  });

  test('a recording is looked up, downloaded without the key, and whole', async () => {
    const { client, carrier, profile, place } = await calling({ linkLifeMs: 9e9 });
    const id = await place();
    const made = await carrier.until('recording', ({ call }) => call === id);
    const found = await client.lookUpRecording(id, openGate());
    expect(found.kind).toBe('redirect');
    const file = join(temporaryFolder(), 'call.mp3');
    const downloaded = await downloadRecording((found as { url: string }).url, {
      write: (body) => writeWhole(file, body),
      allowedOrigins: [carrier.simulator.storageUrl],
      timeoutMs: 10_000,
      maxBytes: 1_000_000,
      signal: new AbortController().signal,
    });
    expect(downloaded).toMatchObject({ sha256: made.sha256, bytes: made.bytes });
    expect(readFileSync(file)).toHaveLength(made.bytes);
    expect(carrier.facts('storage').every((seen) => !seen.authorization && !seen.key_seen)).toBe(
      true,
    );
    const told = () => carrier.webhooks.find(({ path }) => path.includes('recordings'));
    const own = profile.place.recordingUrlField === null ? RECORDING_HOOK : OF_CALL;
    await expect.poll(() => told()?.path, { timeout: 20_000 }).toBe(new URL(own).pathname);
    const webhook = told()!;
    const read = readRecordingWebhook(Buffer.from(webhook.text), profile);
    expect(read.url).toContain(carrier.simulator.storageUrl);
  });

  test('a lookup that finds nothing spends the quota, and one over it is distinguished', async () => {
    const { client, carrier, place } = await calling({ lookupGapMs: 9e9 });
    const id = await place(NOT_RECORDED);
    await carrier.until('transition', ({ call, state }) => call === id && state === 'completed');
    expect(await client.lookUpRecording(id, openGate())).toEqual({ kind: 'not-found' });
    expect((await client.lookUpRecording(id, openGate())).kind).toBe('over-quota');
    expect(carrier.facts('lookup').map(({ spent }) => spent)).toEqual([true, false]);
  });
}
