/** `dialwright agents …`: who takes the calls. */
import { Command, Option } from 'commander';
import type { Schemas } from '../../client/client.ts';
import type { BodyOf } from '../../client/requests.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { ENCODING, type EncodingOption } from '../contacts/encoding-option.ts';
import { connect, limited, limitOption, print } from '../output.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { wholeNumber } from '../whole-number.ts';
import { agentHistoryCommands } from './agent-history-commands.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { oneOf } from '../choices.ts';

type Agent = Schemas['Agent'];

interface Settings {
  name?: string;
  address?: string;
  pools?: string[];
  capacity?: number;
}
interface NewAgent extends Settings {
  id?: string;
  name: string;
  address: string;
  kind: Agent['kind'];
}
interface Pause {
  pool?: string;
  reason?: string;
  until?: string;
  for?: number;
}

export function agentCommands(): Command {
  const agents = new Command('agents').description('add, pause and read the agents who take calls');
  agents
    .command('list')
    .description('list agents with their calls')
    .option('--pool <pool>', 'only agents of this pool')
    .addOption(oneOf('--state <state>', 'only these agents', ['ready', 'paused']))
    .addOption(limitOption())
    .action(listAgents);
  agents.command('show <id>').description('show an agent, also a deleted one').action(showAgent);
  withSettings(agents.command('add'))
    .description('add an agent, ready to take calls')
    .option('--id <id>', 'left out: the server chooses one')
    .addOption(oneOf('--kind <kind>', 'of its endpoint', ['sip', 'stream']).default('sip'))
    .action(addAgent);
  agents
    .command('import <file>')
    .description('add many agents from CSV (`-`: stdin): all rows, or none')
    .option('--edit', 'change agents that are there already', false)
    .option(...ENCODING)
    .addHelpText(
      'after',
      '\nColumns: id, name, kind, address, pools, capacity; the last two may be left out.\nSeveral pools are separated by semicolons: sales;spanish',
    )
    .action(importAgents);
  withSettings(agents.command('edit <id>'))
    .description('change an agent; settings that are not named stay')
    .action(editAgent);
  withTimes(agents.command('pause [id]'), { '--until <time>': 'ready again by itself then' })
    .description('give no new calls to an agent, or to all agents of a pool')
    .option('--pool <pool>', 'all agents of this pool')
    .option('--reason <text>', 'such as lunch; shown in the history')
    .option('--for <minutes>', 'the same, in so many minutes', wholeNumber(1, 1_440))
    .action(pauseAgents);
  agents
    .command('ready [id]')
    .description('give calls to an agent again, or to all agents of a pool')
    .option('--pool <pool>', 'all agents of this pool')
    .action(readyAgents);
  agents
    .command('delete <id>')
    .description('delete an agent without calls; its past calls keep its name')
    .option('--replace-with <id>', 'the agent who gets its contacts and callbacks')
    .option('--force', 'let any agent take its contacts and callbacks', false)
    .action(deleteAgent);
  for (const command of agentHistoryCommands()) agents.addCommand(command);
  for (const command of agents.commands) command.addOption(jsonOption());
  return agents;
}

const withSettings = (command: Command): Command =>
  command
    .option('--name <name>', 'for people')
    .option('--address <address>', 'SIP account name or id; for a stream a wss URL')
    .addOption(
      new Option(
        '--pools <names>',
        'separated by commas; campaigns may use one pool only',
      ).argParser(namesOf),
    )
    .option(
      '--capacity <n>',
      'most calls at once; a SIP account takes one',
      wholeNumber(1, 10_000),
    );

async function listAgents(
  { pool, state }: { pool?: string; state?: Agent['state'] },
  command: Command,
): Promise<void> {
  const { data: all } = await (await connect(command)).get('/v1/agents', { query: { pool } });
  const found = limited(
    command,
    all.filter((agent) => state === undefined || agent.state === state),
  );
  const rows = found.map((agent) => [
    agent.id,
    agent.name,
    agent.pools.join(', '),
    formatState(agent),
    formatActivity(agent),
    agent.on_call,
    agent.misses,
  ]);
  const head = ['id', 'name', 'pools', 'state', 'now', 'call', 'misses'];
  print(command, found, () => table([head, ...rows]));
}

async function showAgent(id: string, _options: object, command: Command): Promise<void> {
  const agent = await (await connect(command)).get('/v1/agents/{agentId}', ofAgent(id));
  print(command, agent, () => table(agentRows(agent)));
}

const agentRows = (agent: Agent): Cell[][] => [
  ['id', agent.id],
  ['name', agent.name],
  ['kind', agent.kind],
  ['address', agent.address],
  ['pools', agent.pools.join(', ')],
  ['state', formatState(agent)],
  ['now', formatActivity(agent)],
  ['calls', `${agent.live_calls} of ${agent.capacity}${agent.on_call ? `: ${agent.on_call}` : ''}`],
  ['misses in a row (RONA)', agent.misses],
];

async function addAgent(options: NewAgent, command: Command): Promise<void> {
  for (const name of ['name', 'address'] as const) {
    if (options[name] === undefined) throw missing(`--${name} is missing`, `add --${name}`);
  }
  const agent = await (await connect(command)).post('/v1/agents', { body: options });
  print(command, agent, () => `${agent.id} is ${formatState(agent)}`);
}

async function importAgents(
  file: string,
  { edit, ...options }: { edit: boolean } & EncodingOption,
  command: Command,
): Promise<void> {
  const { openList } = await import('../contacts/list-file.ts');
  const upload = await openList(file, options);
  const client = await connect(command);
  const query = { edit: edit ? 'true' : 'false' } as const;
  const report = await client.upload('/v1/agents/import', { query, upload });
  const { added, edited, unchanged } = report;
  print(
    command,
    report,
    () => `${added.length} added, ${edited.length} edited, ${unchanged.length} unchanged`,
  );
}

async function editAgent(id: string, options: Settings, command: Command): Promise<void> {
  const client = await connect(command);
  const body = options as BodyOf<'/v1/agents/{agentId}', 'patch'>;
  const agent = await client.edit('/v1/agents/{agentId}', ofAgent(id), () => body);
  print(command, agent, () => `${agent.id} is ${formatState(agent)}, in ${formatPools(agent)}`);
}

async function pauseAgents(
  id: string | undefined,
  { pool, reason, for: minutes, ...options }: Pause,
  command: Command,
): Promise<void> {
  const { until } = instantsOf(command, { until: options.until });
  const untilMs = minutes === undefined ? undefined : Date.now() + minutes * 60_000;
  const body = { reason, until: untilMs === undefined ? until : new Date(untilMs).toISOString() };
  const client = await connect(command);
  const agents =
    pool === undefined
      ? [await client.post('/v1/agents/{agentId}/pause', { ...ofAgent(named(id, pool)), body })]
      : (await client.post('/v1/agents/pause', { body: { pool: named(pool, id), ...body } })).data;
  printMoved(command, agents);
}

async function readyAgents(
  id: string | undefined,
  { pool }: { pool?: string },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const agents =
    pool === undefined
      ? [await client.post('/v1/agents/{agentId}/ready', ofAgent(named(id, pool)))]
      : (await client.post('/v1/agents/ready', { body: { pool: named(pool, id) } })).data;
  printMoved(command, agents);
}

function printMoved(command: Command, agents: readonly Agent[]): void {
  print(command, agents, () =>
    agents.map((agent) => `${agent.id} is ${formatState(agent)}`).join('\n'),
  );
}

async function deleteAgent(
  id: string,
  { replaceWith, force }: { replaceWith?: string; force: boolean },
  command: Command,
): Promise<void> {
  const query = { replace_with: replaceWith, force: force ? id : undefined };
  const deleted = await (
    await connect(command)
  ).delete('/v1/agents/{agentId}', { ...ofAgent(id), query });
  const { contacts, callbacks, replaced_by: heir, campaigns_without_agents: without } = deleted;
  const whose = heir === null ? 'any agent may take' : `${heir} takes`;
  print(command, deleted, () =>
    [
      `${id} is deleted; ${whose} its ${contacts} contacts and ${callbacks.length} callbacks`,
      ...without.map((campaign) => `campaign ${campaign} has no agent left in its pool`),
    ].join('\n'),
  );
}

const namesOf = (text: string): string[] => text.split(',').map((name) => name.trim());

const formatPools = ({ pools }: Agent): string =>
  `${pools.length === 1 ? 'pool' : 'pools'} ${pools.join(', ')}`;

const ofAgent = (agentId: string) => ({ path: { agentId } });

/** Of an agent and a pool, exactly one is named. */
function named(one: string | undefined, other: string | undefined): string {
  if (one !== undefined && other === undefined) return one;
  throw missing('name either an agent or a pool', 'name the id of an agent, or add --pool');
}

export function formatState(agent: Agent): string {
  if (agent.deleted_at !== null) return `deleted at ${agent.deleted_at}`;
  if (agent.state === 'ready') return 'ready';
  const until = agent.paused_until === null ? '' : ` until ${agent.paused_until}`;
  return `paused${until}${agent.paused_reason === null ? '' : `: ${agent.paused_reason}`}`;
}

/** What the agent does now, since when, and until when if that is known. A pause is in the state. */
function formatActivity({ activity, wrap_up_until: until, deleted_at: deletedAt }: Agent): string {
  if (deletedAt !== null) return '';
  const end = activity.state === 'wrap_up' && until !== null ? ` until ${until}` : '';
  return `${activity.state.replace('_', '-')} since ${activity.since}${end}`;
}

const missing = (why: string, next: string) =>
  new CommandError({ code: EXIT.usage, what: 'Nothing was changed', why, next });
