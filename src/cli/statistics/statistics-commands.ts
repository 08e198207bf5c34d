/** `dialwright stats`, `costs`, `answers`, and `glossary`, which says what their figures count. */
import { Command } from 'commander';
import { jsonOption } from '../../terminal/exit-codes.ts';
import type { RequestOf } from '../../client/requests.ts';
import { connect, print } from '../output.ts';
import { instantsOf, localZone, withTimes } from '../time-argument.ts';
import { oneOf } from '../choices.ts';

type StatisticsQuery = NonNullable<RequestOf<'/v1/stats', 'get'>['query']>;
type AnswersQuery = RequestOf<'/v1/stats/answers', 'get'>['query'];
type CostsQuery = NonNullable<RequestOf<'/v1/costs', 'get'>['query']>;

export function statisticsCommands(): Command[] {
  const stats = new Command('stats')
    .description('calls, talk time and cost by 15 minutes, hour or day')
    .addOption(oneOf('--by <size>', 'of the rows', ['15m', 'hour', 'day']).default('hour'))
    .addHelpText('after', EXAMPLE_STATS)
    .action(showStatistics);
  const groups = ['month', 'campaign', 'agent'];
  const costs = new Command('costs')
    .description('costs by month, campaign or agent')
    .addOption(oneOf('--by <group>', 'of the rows', groups).default('month'))
    .addHelpText('after', EXAMPLE_COSTS)
    .action(showCosts);
  return [...[stats, costs].map(withSpan), answersCommand(), glossaryCommand()];
}

const answersCommand = (): Command =>
  withTimes(
    new Command('answers')
      .description('where and when customers answer, against the time before')
      .addOption(oneOf('--by <group>', 'of the rows', ['area', 'prefix']).default('area'))
      .option('--campaign <id>', 'only calls of this campaign')
      .addOption(jsonOption()),
    {
      '--from <time>': 'start of the span, by default seven days before its end',
      '--to <time>': 'end of the span, not included, by default now',
    },
  ).action(showAnswers);

const glossaryCommand = (): Command =>
  new Command('glossary')
    .description('what each figure counts, on pages, in the API, here and in reports')
    .addOption(jsonOption())
    .action(showGlossary);

async function showGlossary(_options: object, command: Command): Promise<void> {
  const { FIGURES, FIGURE_NAMES, figureOf } = await import('../../domain/figures/figures.ts');
  print(command, FIGURES, () =>
    FIGURE_NAMES.map((name) => {
      const { title, column, is } = figureOf(name);
      const names = [...new Set([name, ...(column === undefined ? [] : [column])])];
      return `${title} (${names.join(', ')})\n  ${is}`;
    }).join('\n\n'),
  );
}

async function showAnswers(options: AnswersQuery, command: Command): Promise<void> {
  const { formatAnswers } = await import('./statistics-format.ts');
  const { by, campaign, from, to } = options;
  const query = { by, campaign, ...instantsOf(command, { from, to }) };
  const answers = await (await connect(command)).get('/v1/stats/answers', { query });
  print(command, answers, () => formatAnswers(answers));
}

function withSpan(command: Command): Command {
  command
    .option('--campaign <id>', 'only calls of this campaign')
    .option('--agent <id>', 'only calls of this agent')
    .addOption(jsonOption());
  return withTimes(command, {
    '--from <time>': 'start of the span, by default of the day, for days and months of the month',
    '--to <time>': 'end of the span, not included, by default now',
  });
}

const EXAMPLE_STATS = `
Example: dialwright stats --from yesterday --to today --by hour

What each figure counts: dialwright glossary`;
const EXAMPLE_COSTS = `
Example: dialwright costs --by campaign --from 2026-11-01 --to 2026-12-01

What each figure counts: dialwright glossary`;

async function showStatistics(options: StatisticsQuery, command: Command): Promise<void> {
  const { formatStatistics } = await import('./statistics-format.ts');
  const { by, ...rest } = options;
  const query = { by, ...whichOf(command, rest) };
  const statistics = await (await connect(command)).get('/v1/stats', { query });
  print(command, statistics, () => formatStatistics(statistics));
}

async function showCosts(options: CostsQuery, command: Command): Promise<void> {
  const { formatCosts } = await import('./statistics-format.ts');
  const { by, ...rest } = options;
  const query = { by, ...whichOf(command, rest) };
  const costs = await (await connect(command)).get('/v1/costs', { query });
  print(command, costs, () => formatCosts(costs));
}

const whichOf = (
  command: Command,
  { from, to, zone, campaign, agent }: Omit<CostsQuery, 'by'>,
) => ({
  ...instantsOf(command, { from, to }),
  zone: zone ?? localZone(),
  campaign,
  agent,
});
