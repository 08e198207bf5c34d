/** `dialwright contacts …`: finds contacts, of a person in all campaigns or in one. */
import { Command } from 'commander';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { repeated } from '../choices.ts';
import { fieldsOf } from './data-option.ts';
import { numberQuery, withNumber, type NumberOptions } from '../number-option.ts';
import { limitOption, listed, print } from '../output.ts';
import { table } from '../../terminal/table.ts';

export function contactCommands(): Command {
  const contacts = new Command('contacts').description('find contacts');
  withNumber(contacts.command('find'), 'such as +12025550101')
    .description(
      'find the contacts of a number or a row key in all campaigns, or those of one campaign',
    )
    .option('--row-key <key>', 'your own key for the row')
    .option('--campaign <id>', 'only contacts of this campaign')
    .option('--data <field=value>', 'with --campaign: with this field; may be repeated', repeated)
    .addOption(limitOption())
    .action(findContacts);
  for (const command of contacts.commands) command.addOption(jsonOption());
  return contacts;
}

type Wanted = NumberOptions & { rowKey?: string; campaign?: string; data?: string[] };

async function findContacts(wanted: Wanted, command: Command): Promise<void> {
  const found = await contactsOf(wanted, command);
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

async function contactsOf({ rowKey, campaign, data, ...number }: Wanted, command: Command) {
  const query = { ...numberQuery(number), row_key: rowKey };
  if (campaign !== undefined) {
    const path = { campaignId: campaign };
    const fields = data && JSON.stringify(fieldsOf(data));
    const found = await listed(command, '/v1/campaigns/{campaignId}/contacts', {
      path,
      query: { ...query, data: fields },
    });
    return found.map((contact) => ({ campaign_id: campaign, ...contact }));
  }
  if (data) throw nothingSearched('--data is looked for in one campaign', 'add --campaign');
  if (number.number === undefined && rowKey === undefined)
    throw nothingSearched(
      'neither a number, a row key nor a campaign is named',
      'add --number, --row-key or --campaign',
    );
  return listed(command, '/v1/contacts', { query });
}

const nothingSearched = (why: string, next: string) =>
  new CommandError({ code: EXIT.usage, what: 'Nothing was searched', why, next });
