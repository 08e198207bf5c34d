/** What README and pages show works: every command exists with its options, and the README's requests are answered. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { API_KEY } from '../api/api-under-test.ts';
import { program } from '../../src/cli/main.ts';
import { programAndApi } from './program-and-api.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** In code marks, or at the beginning of a command in a block. */
function commandsOn(page: string): string[] {
  const text = read(page).replaceAll('\\\n', ' ');
  const begin = String.raw`(?:npx )?dialwright |npm run cli -- `;
  const inline = text.matchAll(new RegExp(String.raw`\`(?:\$ )?(?:${begin})([^\`\n]+)\``, 'g'));
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```$/gms)]
    .map((match) => match[1]!)
    .join('\n');
  const lines = blocks.matchAll(
    new RegExp(String.raw`^ *(?:\$ |\w+=\S+ )*(?:${begin})(.+)$`, 'gm'),
  );
  return [...inline, ...lines].map((match) => match[1]!);
}

const wordsOf = (line: string): string[] =>
  (line.split(/\s(?:[|&;>#]|\d>)/)[0]!.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word);

/** Programs with a command line of their own. */
const PASSED_ON = ['simulator', 'check'];

/** Undefined: it exists, with all options. */
function whyUnknown(line: string): string | undefined {
  let command: Command = program();
  const above: Command[] = [];
  for (const word of wordsOf(line)) {
    if (word === '…' || word.startsWith('<') || PASSED_ON.includes(command.name()))
      return undefined;
    if (word.startsWith('--')) {
      const name = word.split('=')[0]!;
      const known = [command, ...above].flatMap(({ options }) => options);
      if (name !== '--help' && !known.some(({ long }) => long === name)) return `no option ${name}`;
      continue;
    }
    if (command.commands.length === 0) continue;
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) return `no command ${word}`;
    above.push(command);
    command = next;
  }
  return undefined;
}

test('every command on a page exists, with its options', () => {
  const found = PAGES.flatMap((page) => commandsOn(page).map((line) => ({ page, line })));
  expect(found.length).toBeGreaterThan(50);
  const unknown = found.flatMap(({ page, line }) => {
    const why = whyUnknown(line);
    return why === undefined ? [] : [`${page}: ${line}: ${why}`];
  });
  expect(unknown).toEqual([]);
});

describe('the README, as written', () => {
  const blocks = [...read('README.md').matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
    (match) => match[1]!,
  );
  const withKey = blocks.find((block) => block.includes('export KEY='))!;
  const agents = blocks.find((block) => block.includes('$API/agents'))!;
  const onTheCommandLine = blocks.find((block) => block.includes('npm run cli'))!;

  const shell = (script: string, env: Record<string, string>) =>
    new Promise<string>((done, fail) => {
      const options = { cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', ...env } };
      execFile('bash', ['-euc', script], options, (error, out) =>
        error ? fail(error) : done(out),
      );
    });

  test('the requests make a campaign, fill it, start it and read it', async () => {
    const { env } = await programAndApi();
    const local = withKey
      .replace('dev-…', API_KEY)
      .replace('http://127.0.0.1:3000', env.DIALWRIGHT_URL);
    const [setting = '', creation = '', ...rest] = local.split('\n\n');
    const { id } = JSON.parse(await shell(`${setting}\n${creation}`, {})) as { id: string };
    const named = rest.join('\n').replaceAll(/\bID\b/g, id);
    const out = await shell(`${setting}\n${named}\n${agents}`, {});
    expect(out).not.toContain('urn:dialwright:problem');
    expect(out).toContain('"accepted":2');
    expect(out).toContain('"state":"running"');
    expect(out).toContain('"id":"ada"');
  });

  test('the commands do the same', async () => {
    const { run } = await programAndApi();
    const lines = onTheCommandLine.split('\n').filter((line) => line.startsWith('npm run cli -- '));
    let id = '';
    for (const line of lines) {
      const words = wordsOf(line.slice('npm run cli -- '.length));
      // It ends with the campaign, which needs a worker: docs/handbook.md has it.
      if (words[1] === 'watch') continue;
      const args = words.map((word) => (word === 'ID' ? id : word.replaceAll('"', '')));
      const { code, out } = await run(args);
      expect([line, [0, 3].includes(code)]).toEqual([line, true]);
      if (words[1] === 'create') id = out.trim();
    }
    expect(lines).toHaveLength(4);
  });
});
