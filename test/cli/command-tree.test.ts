/** What holds for every command: its help fits the usual width, and its answer can be JSON. */
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { program } from '../../src/cli/main.ts';
import { runProgram } from './run-program.ts';

const nameOf = (command: Command): string =>
  command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();
const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
const commands = all(program());
const leaves = commands.filter((command) => command.commands.length === 0);

/** Commands without an answer of their own: they run parts, write files, or print a script. */
const WITHOUT_JSON = [
  'dev',
  'simulator',
  'export',
  'verify',
  'archives check',
  'completion',
  'decisions check',
  'decisions export',
];

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => void (help += text), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return help;
}

test.each(commands.map((command) => [nameOf(command) || 'dialwright', command] as const))(
  'the help of %s fits 80 columns, and says what it does',
  (_name, command) => {
    const long = helpOf(command)
      .split('\n')
      .filter((line) => line.length > 80);
    expect(long).toEqual([]);
    expect(command.description()).toMatch(/\w/);
  },
);

test('every command that answers takes --json', () => {
  const without = leaves
    .filter((command) => command.options.every(({ long }) => long !== '--json'))
    .map(nameOf);
  expect(without.toSorted()).toEqual(WITHOUT_JSON.toSorted());
});

test('every list takes --limit', () => {
  const lists = leaves.filter((command) => command.name() === 'list');
  const without = lists
    .filter((command) => nameOf(command).split(' ')[0] !== 'carrier')
    .filter((command) => command.options.every(({ long }) => long !== '--limit'))
    .map(nameOf);
  expect(without).toEqual([]);
});

test('an option that takes a time says so, in the same words everywhere', () => {
  const strange = commands.flatMap((command) =>
    command.options
      .filter(({ flags }) => /<(instant|date-?time|timestamp)>/.test(flags))
      .map(({ flags }) => `${nameOf(command)} ${flags}`),
  );
  expect(strange).toEqual([]);
});

describe('the program', () => {
  test('--version is the version of the package', async () => {
    const { code, out } = await runProgram(['--version']);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
  });

  test('colours go to terminals, and where FORCE_COLOR asks for them; NO_COLOR is obeyed', async () => {
    const wrong = ['campaigns', 'list'];
    expect((await runProgram(wrong)).talk).not.toContain('\u001B[');
    expect((await runProgram(wrong, { FORCE_COLOR: '1' })).talk).toContain('\u001B[31m');
  });
});
