/** `dialwright carrier …`: reads and changes the account at the carrier. Each command loads its modules when it runs. */
import { Command } from 'commander';
import type { CarrierAccount } from '../../carrier/carrier-account/account.ts';
import type { Answered, CarrierList } from '../../carrier/carrier-account/account-answer.ts';
import type { JsonObject } from '../../carrier/http/json.ts';
import type { CarrierProfile } from '../../carrier/http/profile.ts';
import { bodyOption, readBodyOption, type BodyOption } from './carrier-body.ts';
import { operationCommands } from './carrier-operations.ts';
import { confirm, yesOption, type YesOption } from '../confirm.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';

const SETTINGS_HELP = `
Settings: those of the worker, DIALWRIGHT_CARRIER_URL,
DIALWRIGHT_CARRIER_API_KEY (also _FILE) and
DIALWRIGHT_CARRIER_PROFILE. Reads are retried; changes are sent once.`;

export function carrierCommands(): Command {
  const carrier = new Command('carrier')
    .description(
      'read and change the account at the carrier: numbers, documents, destinations, SIP accounts',
    )
    .addHelpText('after', SETTINGS_HELP);
  const areas = [destinations(), sipAccounts(), allowedIps(), numbers(), documents()];
  const others = [callsAtCarrier(), ...operationCommands()];
  for (const area of [...areas, ...others]) carrier.addCommand(area);
  for (const command of leavesOf(carrier)) {
    command
      .option('--dry-run', 'print the request without the key, and send nothing')
      .addOption(jsonOption());
  }
  return carrier;
}

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

function callsAtCarrier(): Command {
  const area = new Command('calls').description(
    'single calls at the carrier (4.1, 4.2); `dialwright calls now` places one',
  );
  area
    .command('show <id>')
    .description(
      'show a call by the carrier\u2019s id (`dialwright calls show` has Dialwright\u2019s timeline of it)',
    )
    .action((id: string, _options: object, command: Command) =>
      record(command, (account) => account.readCall(id)),
    );
  area
    .command('end <id>')
    .description('end a call by the carrier\u2019s id')
    .addOption(yesOption())
    .action(async (id: string, options: YesOption, command: Command) => {
      await confirm(command, options, `Ending call ${id} at the carrier`);
      await record(command, (account) => account.endCall(id));
    });
  return area;
}

function destinations(): Command {
  const area = new Command('destinations').description('where the calls to a number go (4.4)');
  area
    .command('list <purchase>')
    .description('list the destinations of a purchase, by DID number or inventory id')
    .action((purchase: string, _options: object, command: Command) =>
      list(command, (account) => account.listDestinations(purchase)),
    );
  area
    .command('create <purchase>')
    .description('adds one')
    .addOption(bodyOption())
    .action(async (purchase: string, options: BodyOption, command: Command) => {
      const body = await readBodyOption(options);
      await record(command, (account) => account.createDestination(purchase, body));
    });
  area
    .command('update <purchase> <id>')
    .description('changes one')
    .addOption(bodyOption())
    .action(async (purchase: string, id: string, options: BodyOption, command: Command) => {
      const body = await readBodyOption(options);
      await record(command, (account) => account.updateDestination(purchase, id, body));
    });
  area
    .command('delete <purchase> <id>')
    .description('deletes one')
    .addOption(yesOption())
    .action(async (purchase: string, id: string, options: YesOption, command: Command) => {
      await confirm(command, options, `Deleting destination ${id} of ${purchase} at the carrier`);
      await record(command, (account) => account.deleteDestination(purchase, id));
    });
  return area;
}

function sipAccounts(): Command {
  const area = new Command('sip-accounts').description('SIP accounts, by name or numeric id (4.5)');
  area
    .command('show <account>')
    .description('show a SIP account')
    .action((name: string, _options: object, command: Command) =>
      record(command, (account) => account.readSipAccount(name)),
    );
  area
    .command('update <account>')
    .description('changes one')
    .addOption(bodyOption())
    .action(async (name: string, options: BodyOption, command: Command) => {
      const body = await readBodyOption(options);
      await record(command, (account) => account.updateSipAccount(name, body));
    });
  area
    .command('delete <account>')
    .description('deletes one')
    .addOption(yesOption())
    .action(async (name: string, options: YesOption, command: Command) => {
      await confirm(command, options, `Deleting SIP account ${name} at the carrier`);
      await record(command, (account) => account.deleteSipAccount(name));
    });
  return area;
}

function allowedIps(): Command {
  const area = new Command('allowed-ips').description(
    'addresses from which a SIP account may be used (4.5)',
  );
  area
    .command('list <account>')
    .description('list the allowed addresses of a SIP account, by name or numeric id')
    .action((name: string, _options: object, command: Command) =>
      list(command, (account) => account.listAllowedIps(name)),
    );
  area
    .command('add <account> <address>')
    .description('allow an address')
    .addOption(bodyOption('further fields, besides the address'))
    .action(async (name: string, address: string, options: BodyOption, command: Command) => {
      const more = options.body === undefined ? {} : await readBodyOption(options);
      await record(command, (account, { allowedIps: { addressField } }) =>
        account.addAllowedIp(name, { ...more, [addressField]: address }),
      );
    });
  area
    .command('delete <account> <id>')
    .description('remove an allowed address by its id in the list')
    .addOption(yesOption())
    .action(async (name: string, id: string, options: YesOption, command: Command) => {
      await confirm(
        command,
        options,
        `Deleting allowed IP ${id} of SIP account ${name} at the carrier`,
      );
      await record(command, (account) => account.deleteAllowedIp(name, id));
    });
  return area;
}

function numbers(): Command {
  return new Command('numbers')
    .description('list the numbers that were bought (4.6)')
    .option(
      '--query <name=value...>',
      'passed on to the carrier: pages and filters in its own format',
    )
    .action(async ({ query = [] }: { query?: string[] }, command: Command) => {
      const { readPairs } = await import('./carrier-body.ts');
      const pairs = readPairs('--query', query);
      await list(command, (account) => account.listNumbers(pairs));
    });
}

function documents(): Command {
  const area = new Command('documents').description('regulatory documents (4.6)');
  area
    .command('list <number>')
    .description('list the documents of a number, by the DID number only')
    .action((number: string, _options: object, command: Command) =>
      list(command, (account) => account.listDocuments(number)),
    );
  area
    .command('show <id>')
    .description('show a document, by its own id only')
    .action((id: string, _options: object, command: Command) =>
      record(command, (account) => account.readDocument(id)),
    );
  return area;
}

async function list(
  command: Command,
  ask: (account: CarrierAccount) => Promise<Answered<CarrierList>>,
): Promise<void> {
  const { askCarrier } = await import('./carrier-access.ts');
  const { listAsJson, formatList } = await import('./carrier-format.ts');
  await askCarrier(command, { ask, asJson: listAsJson, format: formatList });
}

async function record(
  command: Command,
  ask: (account: CarrierAccount, profile: CarrierProfile) => Promise<Answered<JsonObject>>,
): Promise<void> {
  const { askCarrier } = await import('./carrier-access.ts');
  const { formatRecord } = await import('./carrier-format.ts');
  await askCarrier(command, {
    ask: (account, { profile }) => ask(account, profile),
    format: formatRecord,
  });
}
