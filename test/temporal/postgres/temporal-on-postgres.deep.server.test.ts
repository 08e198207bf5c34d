import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatServer } from '../../../src/store/sql/database-url.ts';
import { ApiClient } from '../../../src/terminal/api-client.ts';
import { onPostgres } from '../../store/postgres/on-postgres.ts';
import { startWholeProduct } from '../../whole-product.ts';
import { haveServerPrograms, SERVER_VERSIONS, type ServerVersion } from './server-programs.ts';
import { startTemporalOnPostgres } from './temporal-on-postgres.ts';

/** By their last digit, the simulated carrier completes each call. */
const NUMBERS = ['+12025550106', '+12025550116', '+12025550126'];

vi.setConfig({ testTimeout: 5 * 60_000 });

describe.for(Object.keys(SERVER_VERSIONS) as ServerVersion[])('Temporal %s', (version) => {
  onPostgres('and the store on Postgres', (postgres) => {
    // `npm run bench -- --temporal postgres` builds the one, `npm run faults -- deploys --temporal 1.32` the other.
    test.skipIf(!haveServerPrograms(process.env, version))(
      'a campaign is dialled, and its calls are found by their search attributes after a kill of the server',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'dialwright-temporal-postgres-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const { server } = postgres();
        const temporal = await startTemporalOnPostgres({ folder, postgres: server, version });
        onTestFinished(() => temporal.stop());
        await postgres().administer('CREATE DATABASE dialwright');
        const product = await startWholeProduct(folder, {
          timeFactor: 200,
          temporal: { address: temporal.address, namespace: 'default' },
          settings: {
            DIALWRIGHT_DATABASE_URL: formatServer({ ...server, database: 'dialwright' }),
          },
        });
        onTestFinished(() => product.stop());
        const api = new ApiClient({ url: product.url, apiKey: product.apiKey });
        const agent = { id: 'desk-01', name: 'Desk 1', kind: 'sip', address: 'desk-01' } as const;
        await api.post('/v1/agents', { body: agent });
        const { id } = await api.post('/v1/campaigns', { body: { name: 'On Postgres' } });
        const contacts = NUMBERS.map((number) => ({ number, name: 'Ada Example' }));
        const path = { campaignId: id };
        await api.post('/v1/campaigns/{campaignId}/contacts', { path, body: { contacts } });
        await api.post('/v1/campaigns/{campaignId}/start', { path });
        const state = async () => (await api.get('/v1/campaigns/{campaignId}', { path })).state;
        await expect.poll(state, { timeout: 120_000 }).toBe('completed');

        await temporal.kill();
        await temporal.start();
        const connection = await Connection.connect({ address: temporal.address });
        onTestFinished(() => connection.close());
        const found = (query: string) => new Client({ connection }).workflow.count(query);
        const calls = `WorkflowType = 'callWorkflow' AND DialwrightCampaign = '${id}'`;
        const count = async () => (await found(`${calls} AND DialwrightState = 'ended'`)).count;
        await expect.poll(count, { timeout: 120_000 }).toBe(NUMBERS.length);
      },
    );
  });
});
