/** `dialwright contacts …`: finds the contacts of a person in all campaigns. */
import { Command } from 'commander';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { limitOption, listed, print } from '../output.ts';

export function contactCommands(): Command {
  const contacts = new Command('contacts').description('find contacts in all campaigns');
  contacts
    .command('find')
    .description('find the contacts of a number or a row key')
    .option('--number <number>', 'such as +12025550101')
    .option('--row-key <key>', 'your own key for the row')
    .addOption(limitOption())
    .action(findContacts);
  for (const command of contacts.commands) command.addOption(jsonOption());
  return contacts;
}

async function findContacts(
  { number, rowKey }: { number?: string; rowKey?: string },
  command: Command,
): Promise<void> {
  if (number === undefined && rowKey === undefined) {
    throw new CommandError({
      code: EXIT.usage,
      what: 'Nothing was searched',
      why: 'neither a number nor a row key is named',
      next: 'add --number or --row-key',
    });
  }
  const { table } = await import('../../terminal/table.ts');
  const found = await listed(command, '/v1/contacts', { query: { number, row_key: rowKey } });
  const rows = found.map((contact) => [
    contact.campaign_id,
    String(contact.position),
    contact.number,
    contact.name ?? '',
    contact.row_key ?? '',
    contact.state,
    contact.disposition ?? contact.due_reason ?? '',
    String(contact.calls),
  ]);
  const head = ['campaign', 'contact', 'number', 'name', 'row key', 'state', 'last', 'calls'];
  print(command, found, () => table([head, ...rows], [1, 7]));
}
