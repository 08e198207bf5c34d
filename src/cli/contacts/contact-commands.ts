/** `dialwright contacts …`: finds the contacts of a person in all campaigns. */
import { Command } from 'commander';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { numberQuery, withNumber, type NumberOptions } from '../number-option.ts';
import { limitOption, listed, print } from '../output.ts';
import { table } from '../../terminal/table.ts';

export function contactCommands(): Command {
  const contacts = new Command('contacts').description('find contacts in all campaigns');
  withNumber(contacts.command('find'), 'such as +12025550101')
    .description('find the contacts of a number or a row key')
    .option('--row-key <key>', 'your own key for the row')
    .addOption(limitOption())
    .action(findContacts);
  for (const command of contacts.commands) command.addOption(jsonOption());
  return contacts;
}

async function findContacts(
  { rowKey, ...number }: NumberOptions & { rowKey?: string },
  command: Command,
): Promise<void> {
  if (number.number === undefined && rowKey === undefined) {
    throw new CommandError({
      code: EXIT.usage,
      what: 'Nothing was searched',
      why: 'neither a number nor a row key is named',
      next: 'add --number or --row-key',
    });
  }
  const query = { ...numberQuery(number), row_key: rowKey };
  const found = await listed(command, '/v1/contacts', { query });
  const rows = found.map((contact) => [
    contact.campaign_id,
    contact.position,
    contact.number,
    contact.name,
    contact.row_key,
    contact.state,
    contact.disposition ?? contact.due_reason,
    contact.calls,
  ]);
  const head = ['campaign', 'contact', 'number', 'name', 'row key', 'state', 'last', 'calls'];
  print(command, found, () => table([head, ...rows], [1, 7]));
}
