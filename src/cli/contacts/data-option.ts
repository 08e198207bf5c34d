/** `--data field=value`: fields of a list's own. */
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

/** Values are texts, as those of a table are. */
export const fieldsOf = (options: readonly string[]): Record<string, string> =>
  Object.fromEntries(options.map(fieldOf));

function fieldOf(text: string): [string, string] {
  const [key = '', ...value] = text.split('=');
  if (value.length > 0) return [key, value.join('=')];
  throw new CommandError({
    code: EXIT.usage,
    what: `--data ${text} cannot be used`,
    why: 'it has no =',
    next: 'give a field and its value: --data plan=gold',
  });
}
