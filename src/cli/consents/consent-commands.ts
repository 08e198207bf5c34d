/** `dialwright consents …`: what persons agreed or objected to, by number. */
import { Command, Option } from 'commander';
import { CONSENT_KIND_NAMES, type ConsentKind } from '../../domain/rules/consent-kinds.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';
import { table } from '../../terminal/table.ts';
import { ENCODING, type EncodingOption } from '../contacts/encoding-option.ts';
import { defaultCountryOption } from '../number-option.ts';
import { connect, print, reportRejected } from '../output.ts';
import { instantsOf, withTimes } from '../time-argument.ts';

interface RecordOptions {
  kind: ConsentKind;
  purpose?: string;
  at?: string;
  until?: string;
  source?: string;
  textVersion?: string;
  proof?: string;
}

const TIMES = {
  '--at <time>': 'when the person said or did it; by default now',
  '--until <time>': 'from then on it allows nothing; by default it does not expire',
};

export function consentCommands(): Command {
  const consents = new Command('consents').description('what persons agreed or objected to');
  consents
    .command('show <number>')
    .description('show what is recorded of a number, the newest first')
    .addOption(defaultCountryOption())
    .action(show);
  withTimes(consents.command('record <number>'), TIMES)
    .description('record a consent, an objection or a relation; it counts from now on')
    .addOption(
      new Option('--kind <kind>', 'what it is').choices(CONSENT_KIND_NAMES).makeOptionMandatory(),
    )
    .option('--purpose <purpose>', 'what it is about, such as offers; by default all calls')
    .option('--source <text>', 'where it was said, such as a form')
    .option('--text-version <text>', 'of the text that the person agreed to')
    .option('--proof <text>', 'an address, or a hash of a document')
    .action(record);
  consents
    .command('import <file>')
    .description('record those of a .csv, .txt, .ndjson or .json file (- reads CSV from stdin)')
    .option(...ENCODING)
    .action(importConsents);
  for (const command of consents.commands) command.addOption(jsonOption());
  return consents;
}

async function show(
  number: string,
  { defaultCountry }: { defaultCountry?: string },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const found = await client.get('/v1/numbers/{number}/consents', {
    path: { number },
    query: { default_country: defaultCountry },
  });
  const rows = found.data.map(({ at, kind, purpose, expires_at: until, source, proof }) => [
    at,
    kind,
    purpose ?? 'all calls',
    until,
    source,
    proof,
  ]);
  print(command, found, () => table([['at', 'kind', 'for', 'until', 'source', 'proof'], ...rows]));
}

async function record(number: string, options: RecordOptions, command: Command): Promise<void> {
  const { kind, purpose, source, textVersion, proof } = options;
  const { at, expires_at } = instantsOf(command, { at: options.at, expires_at: options.until });
  const client = await connect(command);
  const answer = await client.post('/v1/numbers/{number}/consents', {
    path: { number },
    body: { kind, purpose, source, text_version: textVersion, proof, at, expires_at },
  });
  const what = answer.recorded ? 'is recorded' : 'was recorded before';
  print(command, answer, () => `${kind} of ${answer.number} ${what}`);
}

async function importConsents(
  file: string,
  options: EncodingOption,
  command: Command,
): Promise<void> {
  const { openList } = await import('../contacts/list-file.ts');
  const upload = await openList(file, options);
  const client = await connect(command);
  const report = await client.upload('/v1/consents', { upload });
  const { recorded, known, rows_read: read } = report;
  print(command, report, () => `${recorded} of ${read} recorded, ${known} were recorded before`);
  reportRejected(command, report.rejected);
}
