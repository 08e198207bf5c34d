/** `dialwright webhooks …`: endpoints that get events by HTTP. */
import { Command } from 'commander';
import type { WebhookEndpoint } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { connect, limited, limitOption, listed, print, reportLine } from '../output.ts';
import { table } from '../../terminal/table.ts';

const PATH = '/v1/webhook-endpoints/{endpointId}';
const of = (endpointId: string) => ({ path: { endpointId } });

export function webhookCommands(): Command {
  const webhooks = new Command('webhooks').description('endpoints that get events by HTTP');
  webhooks
    .command('create <url>')
    .description('add an endpoint; its secret is shown only once')
    .option('--types <types>', 'with commas between them, such as call.*,alert.*; by default all')
    .option('--description <text>', 'for people')
    .action(createEndpoint);
  webhooks
    .command('list')
    .description('list endpoints, with why one fails or is disabled')
    .addOption(limitOption())
    .action(listEndpoints);
  webhooks.command('show <id>').description('show an endpoint').action(showEndpoint);
  webhooks
    .command('deliveries <id>')
    .description('list the last 200 requests to an endpoint, newest first')
    .addOption(limitOption())
    .action(listDeliveries);
  webhooks
    .command('test <id>')
    .description('send one event of the type webhook.test, and show the answer')
    .action(testEndpoint);
  webhooks
    .command('replay <id>')
    .description('send events again, with the same ids')
    .requiredOption('--from <event>', 'the first one, such as evt_1000')
    .option('--to <event>', 'the last one; by default the last that was sent')
    .action(replayEvents);
  webhooks
    .command('rotate <id>')
    .description('make a new secret; it is shown only once')
    .option('--overlap <duration>', 'sign with the old one too for so long', '24h')
    .action(rotateSecret);
  webhooks
    .command('enable <id>')
    .description('enable an endpoint, or try one that fails again at once')
    .action(moveTo('enable'));
  webhooks
    .command('disable <id>')
    .description('send nothing until it is enabled')
    .action(moveTo('disable'));
  webhooks.command('delete <id>').description('delete an endpoint').action(deleteEndpoint);
  for (const command of webhooks.commands) command.addOption(jsonOption());
  return webhooks;
}

async function createEndpoint(
  url: string,
  { types, description }: { types?: string; description?: string },
  command: Command,
): Promise<void> {
  const body = {
    url,
    ...(types !== undefined && { types: types.split(',').map((type) => type.trim()) }),
    ...(description !== undefined && { description }),
  };
  const added = await (await connect(command)).post('/v1/webhook-endpoints', { body });
  showSecret(command, added);
}

async function rotateSecret(
  id: string,
  { overlap }: { overlap: string },
  command: Command,
): Promise<void> {
  const request = { ...of(id), body: { overlap } };
  showSecret(command, await (await connect(command)).post(`${PATH}/rotate-secret`, request));
}

/** Alone on stdout, so that a script can take it. */
function showSecret(command: Command, shown: WebhookEndpoint & { secret: string | null }): void {
  const { id, secret } = shown;
  if (secret === null) {
    throw new CommandError({
      code: EXIT.failure,
      what: `The secret of ${id} did not arrive`,
      why: 'the connection broke before the answer, and a repeated answer does not show the secret',
      next: `\`dialwright webhooks rotate ${id}\` makes another one`,
    });
  }
  print(command, shown, () => secret);
  reportLine(command, `${lineOf(shown)}. Keep the secret now: it is not shown again.`);
}

const lineOf = ({ id, url, types }: WebhookEndpoint): string =>
  `${id} ${url} gets ${types === null ? 'all events' : types.join(', ')}`;

async function listEndpoints(_options: object, command: Command): Promise<void> {
  const answer = await (await connect(command)).get('/v1/webhook-endpoints');
  const data = limited(command, answer.data);
  const rows = data.map((endpoint) => [
    endpoint.id,
    endpoint.url,
    endpoint.types === null ? 'all' : endpoint.types.join(','),
    stateText(endpoint),
    endpoint.description,
  ]);
  const head = ['id', 'url', 'types', 'state', 'description'];
  print(command, { ...answer, data }, () =>
    rows.length === 0 ? 'no webhook endpoints' : table([head, ...rows]),
  );
}

function stateText({ state, disabled_reason: why, failing }: WebhookEndpoint): string {
  if (state === 'disabled') return `disabled: ${why ?? 'for no known reason'}`;
  return failing === null
    ? 'enabled'
    : `fails since ${failing.since}: ${failing.reason}; next try ${failing.next_try_at}`;
}

async function showEndpoint(id: string, _options: object, command: Command): Promise<void> {
  const endpoint = await (await connect(command)).get(PATH, of(id));
  print(command, endpoint, () => endpointText(endpoint));
}

function endpointText(endpoint: WebhookEndpoint): string {
  const { description, replay, old_secret_expires_at: until } = endpoint;
  return [
    lineOf(endpoint),
    ...(description === '' ? [] : [description]),
    stateText(endpoint),
    `sent up to ${endpoint.position}`,
    ...(replay ? [`sends again up to ${replay.to}, now behind ${replay.position}`] : []),
    ...(until === null ? [] : [`signs with the old secret too until ${until}`]),
  ].join('\n');
}

async function listDeliveries(id: string, _options: object, command: Command): Promise<void> {
  const data = await listed(command, `${PATH}/deliveries`, of(id));
  const rows = data.map((delivery) => [
    delivery.at,
    delivery.event ?? delivery.kind,
    delivery.type,
    delivery.failure ?? `HTTP ${delivery.status}`,
    `${delivery.duration_ms} ms`,
    delivery.next_try_at,
  ]);
  const head = ['at', 'event', 'type', 'answer', 'took', 'next try'];
  print(command, { data }, () => (rows.length === 0 ? 'nothing was sent' : table([head, ...rows])));
}

async function testEndpoint(id: string, _options: object, command: Command): Promise<void> {
  const request = { ...of(id), patienceMs: 60_000 };
  const answer = await (await connect(command)).post(`${PATH}/test`, request);
  const { status, failure, duration_ms: took } = answer;
  if (failure !== null) process.exitCode = EXIT.failure;
  print(command, answer, () =>
    failure === null ? `delivered: HTTP ${status} in ${took} ms` : `failed: ${failure}`,
  );
}

async function replayEvents(
  id: string,
  { from, to }: { from: string; to?: string },
  command: Command,
): Promise<void> {
  const body = { from, ...(to !== undefined && { to }) };
  const endpoint = await (await connect(command)).post(`${PATH}/replay`, { ...of(id), body });
  print(command, endpoint, () =>
    endpoint.replay === null
      ? 'nothing to send again: no event of this span was sent to it'
      : `sends again from ${from} to ${endpoint.replay.to}`,
  );
}

const moveTo =
  (move: 'enable' | 'disable') =>
  async (id: string, _options: object, command: Command): Promise<void> => {
    const endpoint = await (await connect(command)).post(`${PATH}/${move}`, of(id));
    print(command, endpoint, () => `${id} is ${endpoint.state}`);
  };

async function deleteEndpoint(id: string, _options: object, command: Command): Promise<void> {
  const deleted = await (await connect(command)).delete(PATH, of(id));
  print(command, deleted, () => `${id} ${deleted.url} is deleted`);
}
