/** Temporal dies and comes back empty while a call is live: it is mended without a restart of ours. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { expect, test } from 'vitest';
import { startTemporalServer } from '../../../src/dev/temporal/temporal-server.ts';
import { reportTo } from '../../../src/terminal/progress-reporter.ts';
import { freePort } from '../../free-port.ts';
import { startWorld } from '../../workflows/world.ts';

const PATIENCE = { timeout: 120_000, interval: 250 };

test('an emptied Temporal gets its schedules and search attributes again, and its runs from the store, without a second POST', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-emptied-'));
  const port = await freePort();
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  const start = () =>
    startTemporalServer({
      folder,
      durable: false,
      port,
      uiPort: null,
      env,
      reporter: reportTo(process.stderr),
    });
  let temporal = await start();
  const world = await startWorld({
    temporalAddress: temporal.address,
    carrier: { talkMs: [6_000_000, 6_000_000] },
  });
  try {
    const { namespace } = world.client.options;
    await world.addAgents(1);
    const id = await world.campaign(['+12025550135', '+12025550145'], {
      redial: { max_attempts: 1 },
    });
    const ref = `${id}.1.1`;
    await world.untilCall(ref, { state: 'bridged' });

    await temporal.stop();
    const texts = async () => {
      const { data } = (await world.api('GET', '/v1/events?types=alert.temporal-away')).body;
      return (data as { data: { text: string } }[]).map(({ data: { text } }) => text);
    };
    await expect.poll(texts, PATIENCE).toContainEqual(expect.stringContaining('cannot be reached'));
    expect((await world.call(ref)).waiting_for).toMatchObject({ reason: 'temporal' });
    expect((await world.progress(id)).waiting_for).toMatchObject({ reason: 'temporal' });

    const { address } = temporal;
    temporal = await start();
    expect(temporal.address).toBe(address);
    await expect
      .poll(texts, PATIENCE)
      .toContainEqual(expect.stringContaining(`no namespace ${namespace}`));
    await register(temporal.address, namespace);
    await expect
      .poll(texts, PATIENCE)
      .toContainEqual(expect.stringContaining('came back without its runs and schedules'));
    await expect
      .poll(
        async () =>
          (
            await world.client.workflow
              .getHandle(`call.${ref}`)
              .describe()
              .catch(() => undefined)
          )?.status.name,
        PATIENCE,
      )
      .toBe('RUNNING');
    expect((await world.api('POST', `/v1/calls/${ref}/hangup`)).status).toBe(202);
    await expect.poll(async () => (await world.call(ref)).state, PATIENCE).toBe('ended');
    await expect.poll(async () => (await world.call(`${id}.2.1`)).state, PATIENCE).toBe('bridged');
    expect(world.facts('decision')).toHaveLength(2);
    await expect
      .poll(async () => (await world.api('GET', '/v1/alerts')).body.data, PATIENCE)
      .toEqual([]);
  } finally {
    await world.stop();
    await temporal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

async function register(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address });
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
  await connection.close();
}
