/** `dialwright migrate`: the schema of the database, without a server or a worker. */
import { Command } from 'commander';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import type { SchemaPlan } from '../../store/sql/schema-plan.ts';
import { print } from '../output.ts';

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description(
      'show or run the steps that bring the schema of DIALWRIGHT_DATABASE_URL up to date',
    )
    .option('--plan', 'show them and change nothing (the default)')
    .option('--run', 'run them, all or none')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 it is up to date, 3 steps are left, 4 this version cannot use it.',
    )
    .action(async ({ plan, run }: { plan?: true; run?: true }, command: Command) => {
      if (plan && run) throw bothAsked();
      await migrate(command, run === true);
    });

async function migrate(command: Command, mayRun: boolean): Promise<void> {
  const { planSchema, upgradeSchema } = await import('../../store/sql/schema-plan.ts');
  const { loadDatabase } = await import('../../config/config.ts');
  const location = loadDatabase(process.env);
  const before = await planSchema(location);
  if (before.refusal !== null) throw unusable(before, before.refusal);
  if (mayRun && before.steps.length > 0) await upgradeSchema(location);
  const after = mayRun ? await planSchema(location) : before;
  const done = mayRun ? before.steps : [];
  print(command, { ...after, done }, () => formatMigration(after, done));
  if (after.steps.length > 0) process.exitCode = EXIT.finishedWithFailures;
}

const bothAsked = () =>
  new CommandError({
    code: EXIT.usage,
    what: 'Only one of --plan and --run can be done',
    why: 'one changes nothing, the other runs the steps',
    next: 'see the plan first, then run it',
  });

const unusable = ({ database }: SchemaPlan, why: string) =>
  new CommandError({
    code: EXIT.refused,
    what: `This version cannot use the database ${database}`,
    why,
    next: 'docs/upgrading.md: how to go back, and which version has which schema',
  });

/** For people. */
export function formatMigration(plan: SchemaPlan, done: SchemaPlan['steps']): string {
  const { database, version, known, steps } = plan;
  const lines = [
    `Database  ${database}`,
    `Schema    ${version === 0 ? 'none yet' : version}; this version has ${known}`,
    ...done.map(({ name }) => `Done      ${name}`),
    ...steps.map((step) => `To run    ${step.name} (${effectOf(step)})`),
  ];
  if (steps.length === 0) return [...lines, ...ready(plan)].join('\n');
  return [...lines, ...adviceFor(plan)].join('\n');
}

const ready = ({ state }: SchemaPlan): string[] =>
  state === 'expanded'
    ? [
        'A newer version has added to it. This version goes on with it, and leaves what was added alone.',
      ]
    : ['It is up to date.'];

const effectOf = ({ onlyAdds }: SchemaPlan['steps'][number]): string =>
  onlyAdds ? 'only adds' : 'takes away what the release before uses';

function adviceFor({ version, steps }: SchemaPlan): string[] {
  const next = 'Next: `dialwright migrate --run`, or start a server or a worker of this version.';
  if (version === 0) return [next];
  const running = steps.every(({ onlyAdds }) => onlyAdds)
    ? 'Processes of the release before may go on running meanwhile, and start again on the new schema.'
    : 'Stop all processes of the release before first.';
  return [running, 'No step can be undone: make a backup first (docs/upgrading.md).', next];
}
