/** `dialwright users …`: the people who may sign in to the dashboard. */
import { Command } from 'commander';
import { ROLES, type Role } from '../../domain/keys/role.ts';
import { asUserName } from '../../domain/users/user-name.ts';
import type { ApiClient } from '../../terminal/api-client.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { table } from '../../terminal/table.ts';
import { oneOf } from '../choices.ts';
import { connect, everyItem, limited, limitOption, print, reportLine } from '../output.ts';

interface RightsOptions {
  role: Role;
  agent?: string;
}

export function userCommands(): Command {
  const users = new Command('users').description('people who sign in to the dashboard');
  withRights(users.command('invite <name>'))
    .description('invite a person: prints a link by which the person chooses a password')
    .action(invite);
  users
    .command('list')
    .description('list users with their last sign-in, newest first')
    .option('--all', 'also removed ones')
    .addOption(limitOption())
    .action(listUsers);
  withRights(users.command('role <id-or-name>'))
    .description('give a user another role')
    .action(changeRole);
  users
    .command('link <id-or-name>')
    .description('print another link, for a forgotten password too; the one before ends')
    .action(makeLink);
  users
    .command('remove <id-or-name>')
    .description('remove a user for good; sessions end everywhere within five seconds')
    .action(removeUser);
  for (const command of users.commands) command.addOption(jsonOption());
  return users;
}

const withRights = (command: Command): Command =>
  command
    .addOption(
      oneOf('--role <role>', 'each role includes those before it', ROLES).makeOptionMandatory(),
    )
    .option('--agent <id>', 'for the role agent: whose calls the user may see');

async function invite(name: string, options: RightsOptions, command: Command): Promise<void> {
  const client = await connect(command);
  const body = { name: asUserName(name), role: options.role, agent_id: options.agent };
  showLink(command, client, await client.post('/v1/users', { body }));
}

async function makeLink(named: string, _options: object, command: Command): Promise<void> {
  const client = await connect(command);
  const path = { userId: await idOf(client, named) };
  showLink(command, client, await client.post('/v1/users/{userId}/links', { path }));
}

interface Invited {
  id: string;
  name: string;
  role: string;
  link_token: string | null;
}

/** Alone on stdout, so that a script can send it. */
function showLink(command: Command, { url }: ApiClient, user: Invited): void {
  const { name, role, link_token: token } = user;
  if (token === null) throw lostLink(user);
  print(command, user, () => `${url}/#password-link=${token}`);
  reportLine(command, `${name} (${role}) chooses a password by it, once, within three days.`);
}

/** The first answer was lost on the way, and the repeat has no link. */
const lostLink = ({ id, name }: Invited): CommandError =>
  new CommandError({
    code: EXIT.failure,
    what: `The link of ${name} was made, but did not arrive`,
    why: 'the connection broke before the answer, and a repeated answer does not show it',
    next: `\`dialwright users link ${id}\``,
  });

async function listUsers({ all }: { all?: boolean }, command: Command): Promise<void> {
  const found = await everyItem(await connect(command), '/v1/users', {});
  const wanted = all === true ? found : found.filter(({ state }) => state !== 'removed');
  const shown = limited(command, wanted);
  const rows = shown.map((user) => [
    user.id,
    user.name,
    user.role,
    user.state,
    user.signed_in_at ?? 'never',
    user.has_second_factor ? 'yes' : 'no',
    user.created_by,
  ]);
  const head = ['id', 'name', 'role', 'state', 'last sign-in', 'second factor', 'invited by'];
  print(command, shown, () => (rows.length === 0 ? 'no users' : table([head, ...rows])));
}

async function changeRole(named: string, options: RightsOptions, command: Command): Promise<void> {
  const client = await connect(command);
  const path = { userId: await idOf(client, named) };
  const body = { role: options.role, agent_id: options.agent };
  const user = await client.put('/v1/users/{userId}/rights', { path, body });
  print(command, user, () => `${user.id} ${user.name} has the role ${user.role}`);
}

async function removeUser(named: string, _options: object, command: Command): Promise<void> {
  const client = await connect(command);
  const path = { userId: await idOf(client, named) };
  const user = await client.delete('/v1/users/{userId}', { path });
  print(command, user, () => `${user.id} ${user.name} is removed`);
}

/** A name is unique among users who are not removed. */
async function idOf(client: ApiClient, named: string): Promise<string> {
  const users = await everyItem(client, '/v1/users', {});
  const found =
    users.find(({ id }) => id === named) ??
    users.find(({ name, state }) => name === asUserName(named) && state !== 'removed');
  if (found) return found.id;
  throw new CommandError({
    code: EXIT.refused,
    what: `There is no user ${named}`,
    why: 'no user has this id, and none in use has this name',
    next: '`dialwright users list --all` shows who is there',
  });
}
