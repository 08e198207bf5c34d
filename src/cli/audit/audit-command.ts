/** `dialwright audit`: lists who changed what. */
import { Command } from 'commander';
import { connect, print, reportLine } from '../output.ts';
import type { AuditEntry } from '../../terminal/api-shapes.ts';
import { AUDITED } from '../../store/audit-store.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { wholeNumber } from '../whole-number.ts';
import { table } from '../../terminal/table.ts';
import { oneOf } from '../choices.ts';

interface AuditOptions {
  target?: string;
  who?: string;
  what?: AuditEntry['what'];
  before?: string;
  limit: number;
  cursor?: string;
}

export function auditCommand(): Command {
  const audit = new Command('audit')
    .description('who changed what, newest first')
    .option('--target <path>', 'such as campaigns/<id>, agents/<id>, account')
    .option('--who <id>', 'an id as shown in the list, or dialwright')
    .addOption(oneOf('--what <kind>', 'such as campaign.moved', AUDITED))
    .option('--limit <n>', 'number of lines, at most 200', wholeNumber(1, 200), 50)
    .option('--cursor <cursor>', 'the cursor of the previous page')
    .addOption(jsonOption())
    .action(showAudit);
  return withTimes(audit, { '--before <time>': 'only changes before this time' });
}

async function showAudit(options: AuditOptions, command: Command): Promise<void> {
  const { target, who, what, limit, cursor } = options;
  const { before } = instantsOf(command, { before: options.before });
  const query = { target, who, what, before, limit, cursor };
  const page = await (await connect(command)).get('/v1/audit', { query });
  const rows = page.data.map((entry) => [
    entry.at,
    entry.who,
    entry.what,
    entry.target_name ? `${entry.target} (${entry.target_name})` : entry.target,
    `${formatValue(entry.before)} → ${formatValue(entry.after)}`,
  ]);
  print(command, page, () => table([['at', 'who', 'what', 'target', 'change'], ...rows]));
  if (page.next_cursor !== null) reportLine(command, `More: --cursor ${page.next_cursor}`);
}

const formatValue = (value: unknown): string => (value === null ? '–' : JSON.stringify(value));
