/** `dialwright keys …`: API keys of the server, with a name and a role. */
import { Command } from 'commander';
import { ROLES, type Role } from '../../domain/keys/role.ts';
import type { CreatedKey } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import type { ApiClient } from '../../terminal/api-client.ts';
import { connect, everyItem, limited, limitOption, print, reportLine } from '../output.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { table } from '../../terminal/table.ts';
import { oneOf } from '../choices.ts';

interface CreateOptions {
  role: Role;
  agent?: string;
  expires?: string;
}

export function keyCommands(): Command {
  const keys = new Command('keys').description('API keys with a name and a role');
  withTimes(keys.command('create <name>'), { '--expires <time>': 'by default never' })
    .description('create a key; it is shown only once')
    .addOption(
      oneOf('--role <role>', 'each role includes those before it', ROLES).makeOptionMandatory(),
    )
    .option('--agent <id>', 'for the role agent: whose calls it may see')
    .action(createKey);
  keys
    .command('list')
    .description('list keys with their last use, newest first')
    .option('--all', 'also revoked and expired ones')
    .addOption(limitOption())
    .action(listKeys);
  keys
    .command('revoke <id-or-name>')
    .description('revoke a key for good; all servers refuse it within five seconds')
    .action(revokeKey);
  keys.command('current').description('show the key of this command').action(showCurrentKey);
  for (const command of keys.commands) command.addOption(jsonOption());
  return keys;
}

async function createKey(name: string, options: CreateOptions, command: Command): Promise<void> {
  const { expires: expires_at } = instantsOf(command, { expires: options.expires });
  const body = { name, role: options.role, agent_id: options.agent, expires_at };
  const created = await (await connect(command)).post('/v1/keys', { body });
  if (created.key === null) throw lostKey(created);
  // Alone on stdout, so that a script can take it.
  print(command, created, () => created.key!);
  reportLine(
    command,
    `${created.id} ${name} (${created.role}). Keep the key now: it is not stored and not shown again.`,
  );
}

/** The first answer was lost on the way, and the repeat has no key. */
const lostKey = ({ id, name }: CreatedKey): CommandError =>
  new CommandError({
    code: EXIT.failure,
    what: `The key ${name} was created, but its text did not arrive`,
    why: 'the connection broke before the answer, and a repeated answer does not show the key',
    next: `\`dialwright keys revoke ${id}\`, then create it again`,
  });

async function listKeys({ all }: { all?: boolean }, command: Command): Promise<void> {
  const found = await everyItem(await connect(command), '/v1/keys', {});
  const wanted = all === true ? found : found.filter(({ state }) => state === 'active');
  const shown = limited(command, wanted);
  const rows = shown.map((key) => [
    key.id,
    `${key.name}${key.current ? ' (this one)' : ''}`,
    key.role,
    key.state,
    key.last_used_at ?? 'never',
    key.expires_at,
    key.created_by,
  ]);
  const head = ['id', 'name', 'role', 'state', 'last used', 'expires', 'created by'];
  print(command, shown, () => (rows.length === 0 ? 'no keys' : table([head, ...rows])));
}

async function revokeKey(named: string, _options: object, command: Command): Promise<void> {
  const client = await connect(command);
  const id = await idOf(client, named);
  const revoked = await client.delete('/v1/keys/{keyId}', { path: { keyId: id } });
  print(command, revoked, () => `${revoked.id} ${revoked.name} is revoked`);
  if (!revoked.current) return;
  reportLine(command, 'It was the key of this command: set DIALWRIGHT_API_KEY to another one.');
}

/** A name is unique among keys that are not revoked. */
async function idOf(client: ApiClient, named: string): Promise<string> {
  const keys = await everyItem(client, '/v1/keys', {});
  const found =
    keys.find(({ id }) => id === named) ??
    keys.find(({ name, state }) => name === named && state !== 'revoked');
  if (found) return found.id;
  const isOfEnvironment = named.startsWith('env-');
  throw new CommandError({
    code: EXIT.refused,
    what: `There is no key ${named}`,
    why: isOfEnvironment
      ? 'keys with env- are those of the setting DIALWRIGHT_API_KEYS'
      : 'no key has this id, and none in use has this name',
    next: isOfEnvironment
      ? 'remove it from the setting and restart the servers'
      : '`dialwright keys list --all` shows what is there',
  });
}

async function showCurrentKey(_options: object, command: Command): Promise<void> {
  const key = await (await connect(command)).get('/v1/keys/current');
  print(command, key, () => {
    const expires = key.expires_at === null ? '' : `, expires ${key.expires_at}`;
    const source = key.source === 'environment' ? ', of DIALWRIGHT_API_KEYS' : `, ${key.id}`;
    return `${key.name} (${key.role}${source}${expires})`;
  });
}
