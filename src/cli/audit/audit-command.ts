/** `dialwright audit`: lists who changed what. */
import { Command, InvalidArgumentError } from 'commander';
import { connect, print, reportLine } from '../output.ts';
import type { AuditEntry, List } from '../../terminal/api-shapes.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';

interface AuditOptions {
  target?: string;
  who?: string;
  what?: string;
  before?: string;
  limit: string;
  cursor?: string;
}

export function auditCommand(): Command {
  return new Command('audit')
    .description('who changed what, newest first')
    .option('--target <path>', 'such as campaigns/<id>, agents/<id>, account')
    .option('--who <id>', 'an id as shown in the list, or dialwright')
    .option('--what <kind>', 'such as campaign.moved')
    .option('--before <instant>', 'only changes before this instant')
    .option('--limit <n>', 'number of lines, at most 200', lineCount, '50')
    .option('--cursor <cursor>', 'the cursor of the previous page')
    .addOption(jsonOption())
    .action(showAudit);
}

async function showAudit(options: AuditOptions, command: Command): Promise<void> {
  const { table } = await import('../../terminal/table.ts');
  const { target, who, what, before, limit, cursor } = options;
  const given = Object.entries({ target, who, what, before, limit, cursor }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const query = new URLSearchParams(given).toString();
  const page = await (await connect(command)).get<List<AuditEntry>>(`/v1/audit?${query}`);
  const rows = page.data.map((entry) => [
    entry.at,
    entry.who,
    entry.what,
    entry.target,
    `${formatValue(entry.before)} → ${formatValue(entry.after)}`,
  ]);
  print(command, page, () => table([['at', 'who', 'what', 'target', 'change'], ...rows]));
  if (page.next_cursor !== null) reportLine(command, `More: --cursor ${page.next_cursor}`);
}

const formatValue = (value: unknown): string => (value === null ? '–' : JSON.stringify(value));

function lineCount(text: string): string {
  if (!/^([1-9][0-9]?|1[0-9]{2}|200)$/.test(text))
    throw new InvalidArgumentError('needs a whole number from 1 to 200.');
  return text;
}
