/** What Temporal's Web UI shows of campaigns and calls, and what its Cancel, Terminate and Reset do to them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  // Calls of 30 s to 120 s, so that there is time to disturb them.
  world = await startWorld({ timeFactor: 60, carrier: { talkMs: [60_000, 120_000] } });
  await world.addAgents(3);
});
afterAll(async () => world.stop());

const once = { max_attempts: 1, max_calls: 1 };
const handleOf = (workflowId: string) => world.client.workflow.getHandle(workflowId);

/** One contact in a campaign of its own. */
async function dial(number: string, settings = {}): Promise<{ ref: string; campaign: string }> {
  const campaign = await world.campaign([number], { redial: once, ...settings });
  return { ref: `${campaign}.1.1`, campaign };
}

async function detailsOf(workflowId: string): Promise<string> {
  const metadata = await handleOf(workflowId).query<{ currentDetails?: string }>(
    '__temporal_workflow_metadata',
  );
  return metadata.currentDetails ?? '';
}

async function attributesOf(workflowId: string): Promise<Record<string, unknown>> {
  const { typedSearchAttributes } = await handleOf(workflowId).describe();
  return Object.fromEntries(
    typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
  );
}

/** The workflow's id is in the list that the query finds. */
async function untilFound(query: string, workflowId: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const found: string[] = [];
      for await (const execution of world.client.workflow.list({ query }))
        found.push(execution.workflowId);
      expect(found).toContain(workflowId);
    },
    { timeout: 20_000, interval: 200 },
  );
}

const postsTo = (number: string) =>
  world.facts('decision').filter((fact) => fact['destination'] === number);

describe('a call', () => {
  test('says when it was claimed and placed, and for which agent', async () => {
    const { ref } = await dial('+12025550115');
    await world.untilCall(ref, { state: 'bridged' });
    const agent = (await world.call(ref)).agent_id as string;
    const description = await handleOf(`call.${ref}`).describe();
    expect(await description.staticSummary()).toMatch(
      new RegExp(`^claimed \\d\\d:\\d\\d:\\d\\d UTC · ${agent}$`),
    );
    expect(await description.staticDetails()).toContain('A signal is a webhook of the carrier');
    const [first] = (await detailsOf(`call.${ref}`)).split('\n');
    expect(first).toMatch(
      new RegExp(`^\\*\\*under way\\*\\* · \\w+ · placed \\d\\d:\\d\\d:\\d\\d UTC · ${agent}  $`),
    );
  });

  test('is found by the name of its campaign, cut to 100 characters', async () => {
    const { ref } = await dial('+12025550125', { name: `Spring ${'x'.repeat(150)}` });
    const name = `Spring ${'x'.repeat(93)}`;
    await untilFound(`DialwrightCampaignName = "${name}"`, `call.${ref}`);
    expect(await attributesOf(`call.${ref}`)).toMatchObject({ DialwrightCampaignName: name });
  });
});

describe('a campaign', () => {
  test('shows its counts in two lines, and links to its calls', async () => {
    const { campaign } = await dial('+12025550135');
    await world.untilState(campaign, 'completed');
    await vi.waitFor(async () => {
      const [first, second] = (await detailsOf(`campaign.${campaign}`)).split('\n');
      expect(first).toMatch(/^\*\*(completed|ended)\*\* · 1 of 1 contacts done/);
      expect(second).toMatch(/^0 calls live · 0 contacts left · cost [\d.]+ · \d\d:\d\d:\d\d UTC$/);
    }, 20_000);
    const details = await detailsOf(`campaign.${campaign}`);
    expect(details).toContain('| completed | 1 |');
    const query = encodeURIComponent(`DialwrightCampaign = "${campaign}"`);
    expect(details).toContain(
      `[all calls](/namespaces/${world.client.options.namespace}/workflows?query=${query}`,
    );
  });

  test('says what it waits for, and has its new name as soon as it is renamed', async () => {
    const { campaign } = await dial('+12025550105', { name: 'first name', keep_open: true });
    await world.api('POST', `/v1/campaigns/${campaign}/pause`);
    await expect
      .poll(() => detailsOf(`campaign.${campaign}`), { timeout: 20_000 })
      .toMatch(/^\*\*waiting: the campaign is paused/);
    const edited = await world.api('PATCH', `/v1/campaigns/${campaign}`, { name: 'second name' });
    expect(edited.status).toBe(200);
    await world.api('POST', `/v1/campaigns/${campaign}/resume`);
    await untilFound('DialwrightCampaignName = "second name"', `campaign.${campaign}`);
  });
});

describe('in the Web UI', () => {
  async function reset(workflowId: string): Promise<void> {
    const { runId } = await handleOf(workflowId).describe();
    const { events } = await handleOf(workflowId).fetchHistory();
    const first = events?.find((event) => event.workflowTaskCompletedEventAttributes);
    await world.client.workflowService.resetWorkflowExecution({
      namespace: world.client.options.namespace,
      workflowExecution: { workflowId, runId },
      reason: 'by hand',
      workflowTaskFinishEventId: first!.eventId!,
      requestId: randomUUID(),
    });
  }

  const ended = { disposition: 'completed', settlement: 'settled' };

  test('Reset of a call makes no second POST', async () => {
    const { ref } = await dial('+12025550145');
    await world.untilCall(ref, { state: 'bridged' });
    await reset(`call.${ref}`);
    await world.untilCall(ref, ended);
    await world.untilClosed(ref);
    await reset(`call.${ref}`);
    await world.untilClosed(ref);
    expect(await handleOf(`call.${ref}`).result()).toMatchObject({ disposition: 'completed' });
    expect(postsTo('+12025550145')).toHaveLength(1);
  });

  test('Terminate of a call makes no second POST, and the call is followed to its end', async () => {
    const { ref } = await dial('+12025550155');
    await world.untilCall(ref, { state: 'bridged' });
    await handleOf(`call.${ref}`).terminate('by hand');
    await world.untilCall(ref, ended);
    const description = await handleOf(`call.${ref}`).describe();
    expect(await description.staticSummary()).toMatch(/^started again/);
    expect(await attributesOf(`call.${ref}`)).toHaveProperty('DialwrightCampaignName');
    expect(postsTo('+12025550155')).toHaveLength(1);
  });

  test('Cancel of a placed call changes nothing', async () => {
    const { ref } = await dial('+12025550165');
    await world.untilCall(ref, { state: 'bridged' });
    await handleOf(`call.${ref}`).cancel();
    await world.untilCall(ref, ended);
    expect(world.facts('destroy')).toEqual([]);
    expect(postsTo('+12025550165')).toHaveLength(1);
  });

  test.each(['cancel', 'terminate', 'reset'] as const)(
    '%s of a campaign does not end it',
    async (action) => {
      const number = { cancel: '+12025550175', terminate: '+12025550185', reset: '+12025550195' };
      const { campaign } = await dial(number[action], { keep_open: true });
      const workflowId = `campaign.${campaign}`;
      await expect.poll(() => postsTo(number[action]).length, { timeout: 20_000 }).toBe(1);
      const { runId } = await handleOf(workflowId).describe();
      if (action === 'reset') await reset(workflowId);
      else await handleOf(workflowId)[action]();
      await expect
        .poll(
          async () => {
            const now = await handleOf(workflowId).describe();
            return now.runId !== runId && now.status.name;
          },
          { timeout: 60_000 },
        )
        .toBe('RUNNING');
      expect((await world.api('GET', `/v1/campaigns/${campaign}`)).body.state).toBe('running');
      expect(postsTo(number[action])).toHaveLength(1);
    },
    70_000,
  );
});
