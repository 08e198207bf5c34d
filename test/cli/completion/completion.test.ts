import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { SHELLS, type Shell } from '../../../src/cli/completion/completion-scripts.ts';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { runProgram } from '../run-program.ts';

const scripts: Partial<Record<Shell, string>> = {};
beforeAll(async () => {
  for (const shell of SHELLS) scripts[shell] = (await runProgram(['completion', shell])).out;
});

const has = (shell: Shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What bash offers for the last word of a line. */
function offered(line: string): string[] {
  const file = join(temporaryFolder(), 'completion.bash');
  writeFileSync(file, scripts.bash!);
  const script = `source "${file}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dialwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', ...line.split(' ')], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

describe.skipIf(!has('bash'))('bash', () => {
  test('offers nouns, verbs and options', () => {
    expect(offered('dialwright ca')).toEqual(['campaigns', 'calls', 'callbacks', 'carrier']);
    expect(offered('dialwright calls h')).toEqual(['hangup']);
    expect(offered('dialwright calls list --di')).toEqual(['--disposition']);
  });

  test('offers the choices of an option and of an argument', () => {
    expect(offered('dialwright calls list --state agent_')).toEqual([
      'agent_ringing',
      'agent_answered',
    ]);
    expect(offered('dialwright completion f')).toEqual(['fish']);
  });

  test('an option before the verb does not hide it', () => {
    expect(offered('dialwright --json calls sh')).toEqual(['show']);
  });
});

test.each(SHELLS.filter(has))('%s reads its script without a complaint', (shell) => {
  const file = join(temporaryFolder(), `completion.${shell}`);
  writeFileSync(file, scripts[shell]!);
  const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.each(SHELLS)('the script for %s names every noun, and options with their choices', (shell) => {
  const script = scripts[shell]!;
  for (const word of [
    'campaigns',
    'suppressions',
    'completion',
    'disposition',
    'customer-unreached',
  ]) {
    expect(script).toContain(word);
  }
});
