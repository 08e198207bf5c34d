/** `dialwright outcomes …`: the codes by which people say what a call led to. */
import { Command } from 'commander';
import type { Schemas } from '../../client/client.ts';
import { OUTCOME_GROUP_NAMES } from '../../domain/outcomes/outcome-groups.ts';
import { SUPPRESSED_BY, type SuppressedBy } from '../../domain/outcomes/outcome.ts';
import { oneOf } from '../choices.ts';
import { connect, limited, limitOption, print } from '../output.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';
import { table } from '../../terminal/table.ts';

type Code = Schemas['OutcomeCode'];
type CodeInput = Schemas['OutcomeCodeInput'];

interface CodeOptions {
  label?: string;
  group: CodeInput['group'];
  next?: CodeInput['next'];
  redialAfter?: string;
  redialMost?: number;
  callbackAgent?: 'own' | 'any';
  suppress?: string;
  suppressWhom?: SuppressedBy;
}

interface CountOptions {
  campaign?: string;
  agent?: string;
  from?: string;
  to?: string;
}

export function outcomeCommands(): Command {
  const outcomes = new Command('outcomes').description(
    'codes by which people say what a call led to',
  );
  outcomes.command('list').description('list the codes').addOption(limitOption()).action(listCodes);
  outcomes
    .command('put <code>')
    .description('create a code, or replace it')
    .addOption(
      oneOf('--group <group>', 'what it is about', OUTCOME_GROUP_NAMES).makeOptionMandatory(),
    )
    .option('--label <text>', 'what agents read; by default the code')
    .addOption(
      oneOf('--next <what>', 'what comes next for the contact; by default policy', [
        'policy',
        'final',
        'redial',
        'callback',
        'next_number',
      ]),
    )
    .option('--redial-after <duration>', 'for redial: from the end of the call, such as 2h')
    .option('--redial-most <n>', 'for redial: final after so many such calls', wholeNumber(1, 100))
    .addOption(oneOf('--callback-agent <who>', 'for callback: by default own', ['own', 'any']))
    .option(
      '--suppress <list>',
      'for final and next_number: the suppression list that gets the number',
    )
    .addOption(
      oneOf(
        '--suppress-whom <whom>',
        'with --suppress: the number that was called, or all of the person',
        SUPPRESSED_BY,
      ),
    )
    .action(putCode);
  outcomes
    .command('delete <code>')
    .description('delete a code; calls that have it keep it')
    .action(deleteCode);
  withTimes(outcomes.command('stats'), {
    '--from <time>': 'calls that were placed then or later; by default the last 30 days',
    '--to <time>': 'placed before; by default now',
  })
    .description('count calls by code')
    .option('--campaign <id>', 'by default all')
    .option('--agent <id>', 'by default all')
    .action(countCodes);
  for (const command of outcomes.commands) command.addOption(jsonOption());
  return outcomes;
}

async function listCodes(_options: object, command: Command): Promise<void> {
  const found = await (await connect(command)).get('/v1/outcome-codes', {});
  const data = limited(command, found.data);
  const rows = data.map((code) => [code.id, code.group, followsText(code), code.label]);
  print(command, data, () => table([['code', 'group', 'then', 'label'], ...rows]));
}

function followsText(code: Code): string {
  if (code.deleted_at !== null) return 'deleted';
  if (code.next === 'redial') return `redial after ${code.redial_after ?? ''}`;
  if (code.suppress === null) return code.next;
  const whom = code.suppress_whom === 'person' ? 'the person' : 'the number';
  return `${code.next}, suppress ${whom} in ${code.suppress}`;
}

async function putCode(codeId: string, options: CodeOptions, command: Command): Promise<void> {
  const { label = codeId, group, next, redialAfter, redialMost, callbackAgent } = options;
  const { suppress, suppressWhom } = options;
  const body = {
    label,
    group,
    next,
    redial_after: redialAfter,
    redial_most: redialMost,
    callback_agent: callbackAgent,
    suppress,
    suppress_whom: suppressWhom,
  };
  const client = await connect(command);
  const code = await client.put('/v1/outcome-codes/{codeId}', { path: { codeId }, body });
  print(command, code, () => `${code.id}: ${followsText(code)}`);
}

async function deleteCode(codeId: string, _options: object, command: Command): Promise<void> {
  const client = await connect(command);
  const code = await client.delete('/v1/outcome-codes/{codeId}', { path: { codeId } });
  print(command, code, () => `${code.id} is deleted`);
}

async function countCodes(options: CountOptions, command: Command): Promise<void> {
  const { campaign, agent, from, to } = options;
  const query = { campaign, agent, ...instantsOf(command, { from, to }) };
  const found = await (await connect(command)).get('/v1/stats/outcomes', { query });
  const rows = found.data.map(({ code, group, calls, share, label }) => [
    code,
    group,
    String(calls),
    `${Math.round(share * 100)} %`,
    label,
  ]);
  print(command, found, () =>
    table([['code', 'group', 'calls', 'share', 'label'], ...rows], [2, 3]),
  );
}
