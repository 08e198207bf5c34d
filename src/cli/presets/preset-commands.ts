/** `dialwright rules …`: presets of rules by area, and what one changes in a campaign. */
import { Command } from 'commander';
import type { Schemas } from '../../client/client.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';
import { table } from '../../terminal/table.ts';
import { oneOf } from '../choices.ts';
import { connect, limited, limitOption, print, reportLine } from '../output.ts';

const MODE = () =>
  oneOf('--mode <mode>', 'which rule is kept where the campaign and the preset differ', [
    'stricter',
    'replace',
  ]).default('stricter');
type Mode = 'stricter' | 'replace';

const NO_ADVICE = 'These are facts with their sources, and no legal advice: docs/presets.md';

export function presetCommands(): Command {
  const rules = new Command('rules').description(
    'presets of rules by area: facts with their sources, no legal advice',
  );
  rules
    .command('list')
    .description('list the presets')
    .option('--area <code>', 'those that hold there, such as US-FL')
    .addOption(limitOption())
    .action(list);
  rules
    .command('show <preset>')
    .description('show a preset, what no rule keeps of it, and what is not known')
    .action(show);
  rules
    .command('diff <campaign> <preset>')
    .description('show what it would change in a campaign, and whom it would forbid to dial')
    .addOption(MODE())
    .action(diff);
  rules
    .command('apply <campaign> <preset>')
    .description('apply it, as a new version of the policy; show the diff before')
    .addOption(MODE())
    .action(apply);
  for (const command of rules.commands) command.addOption(jsonOption());
  return rules;
}

async function list({ area }: { area?: string }, command: Command): Promise<void> {
  const client = await connect(command);
  const query = area === undefined ? {} : { area };
  const data = limited(command, (await client.get('/v1/rule-presets', { query })).data);
  const rows = data.map((preset) => [
    preset.id,
    preset.edition,
    preset.area,
    preset.in_force ? 'in force' : 'not in force',
    preset.certainty,
    preset.title,
  ]);
  print(command, data, () =>
    table([['id', 'edition', 'area', '', 'certainty', 'title'], ...rows], [1]),
  );
  reportLine(command, NO_ADVICE);
}

async function show(presetId: string, _options: object, command: Command): Promise<void> {
  const client = await connect(command);
  const preset = await client.get('/v1/rule-presets/{presetId}', { path: { presetId } });
  print(command, preset, () => formatPreset(preset));
  reportLine(command, NO_ADVICE);
}

async function diff(
  campaignId: string,
  presetId: string,
  { mode }: { mode: Mode },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const effect = await client.get('/v1/campaigns/{campaignId}/rule-presets/{presetId}', {
    path: { campaignId, presetId },
    query: { mode },
  });
  print(command, effect, () => formatEffect(effect));
}

async function apply(
  campaignId: string,
  presetId: string,
  { mode }: { mode: Mode },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const campaign = await client.post('/v1/campaigns/{campaignId}/rule-presets/{presetId}', {
    path: { campaignId, presetId },
    body: { mode },
  });
  print(command, campaign, () => `version ${campaign.policy_version}`);
  const preset = await client.get('/v1/rule-presets/{presetId}', { path: { presetId } });
  for (const { fact, text } of preset.not_enforced) {
    reportLine(command, `not enforced by Dialwright: ${fact}: ${text}`);
  }
}

export function formatPreset(preset: Schemas['RulePreset']): string {
  const { calling_hours: hours, days_off: off, call_caps: caps, rests } = preset;
  const said = [
    ...(hours ?? []).map(({ weekdays, from, to }) => [
      'hours',
      `${weekdays.join(',')} ${from}–${to}`,
    ]),
    ...(off === null
      ? []
      : [['days off', `${off.what} (${off.dates.length} dates, ${off.source})`]]),
    ...caps.map((cap) => [
      'cap',
      `${cap.most} ${cap.counts} in ${cap.days} days, for each ${cap.scope}`,
    ]),
    // One for ever is among what no rule keeps.
    ...rests.flatMap(({ after, days, text }) =>
      days === null ? [] : [[`rest after a ${after}`, `${days} days: ${text}`]],
    ),
    ...preset.not_enforced.map(({ fact, text }) => [`not enforced: ${fact}`, text]),
    ['unknown', preset.unknown.join(', ') || 'nothing'],
    ['valid', `${preset.valid_from ?? 'always'} to ${preset.valid_to ?? 'no known end'}`],
    ['certainty', `${preset.certainty}, read on ${preset.read_on}`],
    ...preset.sources.map((source) => ['source', source]),
  ];
  const head = `${preset.title} (${preset.area}, ${preset.purpose}, ${preset.audience}), edition ${preset.edition}`;
  return [head, table(said)].join('\n\n');
}

export function formatEffect(effect: Schemas['RulePresetEffect']): string {
  const { preset, changes, contacts, never_open: neverOpen } = effect;
  if (neverOpen) return 'It cannot be applied so: its hours and those of the campaign never meet.';
  const rows = changes.map(({ rule, before, after, loosens }) => [
    loosens ? 'LOOSENS' : '',
    rule,
    before,
    after,
  ]);
  return [
    rows.length === 0
      ? 'Nothing changes: the rules forbid all of it already.'
      : table([['', 'rule', 'now', 'then'], ...rows]),
    ...(contacts === null
      ? []
      : [
          `Contacts to dial: ${contacts.before.to_dial} now, ${contacts.after.to_dial} then; at once ${contacts.before.now}, then ${contacts.after.now}`,
        ]),
    ...preset.not_enforced.map(({ fact, text }) => `Not enforced by Dialwright: ${fact}: ${text}`),
    `Unknown: ${preset.unknown.join(', ') || 'nothing'}`,
  ].join('\n');
}
