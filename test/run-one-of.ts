/** One npm script for several programs: its first argument names the one that runs. */

export interface Program {
  /** In a list of the programs. */
  what: string;
  /** Imports the program, which reads the other arguments. */
  run: () => Promise<unknown>;
}

/**
 * @param script of npm, with the word in front of the program's name where there is one, such as `generate -- pictures`
 * @param usual the program that runs if none is named
 */
export async function runOneOf(
  script: string,
  programs: Readonly<Record<string, Program>>,
  usual?: string,
): Promise<void> {
  const first = process.argv[2] ?? (usual === undefined ? '--help' : usual);
  const isNamed = first in programs;
  const name = isNamed ? first : isOption(first) ? usual : undefined;
  if (name === undefined || first === '--help') return listOf(script, programs, first);
  if (isNamed) process.argv.splice(2, 1);
  await programs[name]!.run();
}

const isOption = (text: string): boolean => text.startsWith('-') && text !== '--help';

function listOf(script: string, programs: Readonly<Record<string, Program>>, asked: string): void {
  const width = Math.max(...Object.keys(programs).map((name) => name.length));
  const command = script.includes(' -- ') ? script : `${script} --`;
  const lines = Object.entries(programs).map(
    ([name, { what }]) => `  npm run ${command} ${name.padEnd(width)}  ${what}\n`,
  );
  const list = `${lines.join('')}  … --help says what one of them takes\n`;
  if (asked === '--help') {
    process.stdout.write(list);
    return;
  }
  process.stderr.write(`There is no ${asked}. Take one of these:\n${list}`);
  process.exitCode = 1;
}
