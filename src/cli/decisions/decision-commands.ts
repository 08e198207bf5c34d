/** `dialwright decisions …`: what each POST was decided on, as a file that is judged again without the product. */
import { withOwnCommandLine } from '../own-command-line.ts';
import { repeated } from '../choices.ts';
import { Command } from 'commander';
import type { DecisionSelection } from '../../store/decision-store.ts';
import type { Store } from '../../store/store.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';
import { connect, limitOption, listed, print, reportLine } from '../output.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { table } from '../../terminal/table.ts';

interface WithDatabase {
  database?: string;
}

interface ExportOptions extends WithDatabase {
  campaign?: string[];
  from?: string;
  to?: string;
  out?: string;
}

const DATABASE_TEXT = 'by default that of DIALWRIGHT_DATABASE_URL, or that of `dev`';

export function decisionCommands(): Command {
  const decisions = new Command('decisions')
    .description('what each POST was decided on: show, export, check offline, seal')
    .enablePositionalOptions();
  decisions
    .command('show <ref>')
    .description('show what the placements of a call were decided on')
    .addOption(jsonOption())
    .action(showDecision);
  decisions
    .command('policy <campaign> [version]')
    .description('list the versions of a campaign’s policy, or show one')
    .addOption(limitOption())
    .addOption(jsonOption())
    .action(showPolicy);
  const exporting = decisions
    .command('export')
    .description('export decisions to a file that `decisions check` judges, without numbers')
    .option('--campaign <id>', 'only of this campaign; may be repeated', repeated);
  withTimes(exporting, {
    '--from <time>':
      'POSTs from then on; by default from the first, or from the end of the last call that was deleted',
    '--to <time>': 'POSTs before then; by default until now',
  })
    .option('--database <file>', DATABASE_TEXT)
    .option('--out <file>', 'by default stdout')
    .action(exportDecisions);
  withOwnCommandLine(
    decisions
      .command('check')
      .description('judge an exported file again, offline (--help shows its options)'),
    () => import('../../checker/decisions/main.ts'),
  );
  decisions
    .command('seal')
    .description('seal what is not sealed yet, and show the last seals, to be noted elsewhere')
    .option('--campaign <id>', 'only the seal of this campaign')
    .option('--database <file>', DATABASE_TEXT)
    .addOption(jsonOption())
    .action(sealDecisions);
  return decisions;
}

async function showDecision(ref: string, _options: object, command: Command): Promise<void> {
  const call = await (await connect(command)).get('/v1/calls/{ref}/decision', { path: { ref } });
  const { formatDecision } = await import('./decision-format.ts');
  print(command, call, () => {
    const { not_dialled: ended } = call;
    const head = ended ? [`${ref} was not dialled: ${ended.reason}`] : [];
    const parts = call.placements.flatMap((one) => [
      `placement ${one.placement}: ${one.state}, intent at ${one.intent_at}`,
      one.decision ? table(formatDecision(one.decision, call.currency)) : '  no intent was written',
    ]);
    return [...head, ...(parts.length === 0 ? ['no POST was decided on'] : parts)].join('\n');
  });
}

async function showPolicy(
  campaignId: string,
  version: string | undefined,
  _options: object,
  command: Command,
): Promise<void> {
  if (version !== undefined) {
    const path = { campaignId, version: Number(version) };
    const shown = await (
      await connect(command)
    ).get('/v1/campaigns/{campaignId}/policy/{version}', { path });
    print(command, shown, () => JSON.stringify(shown, null, 2));
    return;
  }
  const path = { campaignId };
  const versions = await listed(command, '/v1/campaigns/{campaignId}/policy', { path });
  const rows = versions.map((each) => [each.version, each.made_at]);
  print(command, versions, () => table([['version', 'made at'], ...rows]));
}

async function exportDecisions(options: ExportOptions, command: Command): Promise<void> {
  const { campaign = null, from, to, out } = options;
  const { millisOrNull } = await import('../../api/http/schemas.ts');
  const instants = instantsOf(command, { from, to });
  const asked: DecisionSelection = {
    campaigns: campaign,
    fromMs: millisOrNull(instants.from),
    toMs: millisOrNull(instants.to),
  };
  const { decisionFile } = await import('./decision-file.ts');
  const { writeLines } = await import('../../process/export-store.ts');
  const written = { decisions: 0, lastHash: '' };
  await withStore(options, async (store) => {
    const { deletedToMs } = await store.archiveState();
    // A file of all decisions has those of the calls that are here.
    const selection = deletedToMs === 0 ? asked : { ...asked, fromMs: asked.fromMs ?? deletedToMs };
    await writeLines(decisionFile(store.exportDecisions(selection), selection, written), out);
  });
  const placements = written.decisions === 1 ? '1 placement' : `${written.decisions} placements`;
  reportLine(command, `${placements}, last hash ${written.lastHash}`);
}

async function sealDecisions(
  options: WithDatabase & { campaign?: string },
  command: Command,
): Promise<void> {
  const { sealView } = await import('./decision-file.ts');
  const seals = await withStore(options, async (store) => {
    while ((await store.sealDecisions(store.nowMs())) > 0);
    return (await store.lastSeals(options.campaign ?? null)).map(sealView);
  });
  const rows = seals.map((seal) => [seal.campaign, seal.seal, seal.sealed_at, seal.seal_hash]);
  print(command, seals, () => table([['campaign', 'seal', 'sealed at', 'hash'], ...rows]));
}

async function withStore<Result>(
  { database: path }: WithDatabase,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { withExistingStore } = await import('../../process/export-store.ts');
  const { loadDatabase } = await import('../../config/config.ts');
  const database = path ? ({ engine: 'sqlite', path } as const) : loadDatabase(process.env);
  return withExistingStore(database, work);
}
