/** Options of the programs in `test`. `--help` prints the comment at the head of the command's file; what cannot be read ends in one line. */
import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

export function readOptions<Options extends ParseArgsOptionsConfig>(
  file: string,
  options: Options,
) {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    console.log(headOf(file));
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const [first] = (error as Error).message.split('. ');
    return refuse(`${first}; --help tells what there is`);
  }
}

/** Of a file that begins with a comment. */
function headOf(file: string): string {
  const [, comment = ''] = /^\/\*\*\n(.*?)\n \*\/$/ms.exec(readFileSync(file, 'utf8')) ?? [];
  return comment.replaceAll(/^ \* ?/gm, '');
}

/** A whole number of at least 1, and at most `most`, or the end. */
export function whole(name: string, text: string, most = Infinity): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  const range = most === Infinity ? 'of at least 1' : `from 1 to ${most}`;
  return refuse(`--${name} must be a whole number ${range}, got ${text}`);
}

/** A number, not below 0, or the end. */
export function amount(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  return refuse(`--${name} must be a number, not below 0, got ${text}`);
}

/** One of these words, or the end. */
export function oneOf<Word extends string>(
  name: string,
  text: string,
  words: readonly Word[],
): Word {
  const word = words.find((each) => each === text);
  return word ?? refuse(`--${name} must be one of ${words.join(', ')}, got ${text}`);
}

/** Ends the process, with one line that names the reason. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
