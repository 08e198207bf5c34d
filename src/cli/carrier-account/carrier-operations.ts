/** `dialwright carrier call | operations`: operations that the interface document only names and the profile declares. */
import { Command } from 'commander';
import { print } from '../output.ts';
import { bodyOption, readBodyOption, readPairs, type BodyOption } from './carrier-body.ts';
import { confirm, yesOption, type YesOption } from '../confirm.ts';

interface CallOptions extends BodyOption, YesOption {
  out?: string;
}

export function operationCommands(): Command[] {
  return [
    new Command('call')
      .argument('<name>', 'name of an operation that the carrier profile declares')
      .argument('[name=value...]', 'values for the names in braces of its declaration')
      .description('run an operation that the document only names (4.7), such as balance')
      .addOption(bodyOption('merged over the declared body'))
      .option('--out <file>', 'write the answer unchanged to a file')
      .addOption(yesOption())
      .action(callOperation),
    new Command('operations')
      .description(
        'list the operations, their declarations, and the fields that Dialwright can use',
      )
      .action(listOperations),
  ];
}

async function callOperation(
  name: string,
  pairs: string[],
  options: CallOptions,
  command: Command,
): Promise<void> {
  const { askCarrier, readAccess } = await import('./carrier-access.ts');
  const { formatAnswer, writeAnswer } = await import('./carrier-format.ts');
  const values = readPairs('', pairs);
  const body = options.body === undefined ? undefined : await readBodyOption(options);
  const input = { values, ...(body === undefined ? {} : { body }) };
  const method = readAccess().profile.operations[name]?.method ?? 'GET';
  // An operation with another method than GET may buy, send or delete.
  if (method !== 'GET')
    await confirm(command, options, `Calling ${name} (${method}) at the carrier`);
  const { out } = options;
  await askCarrier(command, {
    ask: (account) => account.run(name, input),
    format: (answer) => (out === undefined ? formatAnswer(answer) : writeAnswer(out, answer.body)),
  });
}

async function listOperations(_options: object, command: Command): Promise<void> {
  const [{ readAccess }, { listedOperations }, { table }] = await Promise.all([
    import('./carrier-access.ts'),
    import('../../carrier/carrier-account/operations.ts'),
    import('../../terminal/table.ts'),
  ]);
  const found = listedOperations(readAccess().profile);
  print(command, found, () =>
    table([
      ['name', 'what', 'declared', 'read by Dialwright'],
      ...found.map(({ name, what, reads, declared }) => [
        name,
        what,
        declared === null ? 'no' : `${declared.method} ${declared.path}`,
        reads.join(', '),
      ]),
    ]),
  );
}
