/** .env.example, from the schema of the settings. */
import { OTHER_SETTINGS } from './other-settings.ts';
import { settingGroups, type SettingFacts } from './setting-facts.ts';

const WIDTH = 118;
const HEAD = [
  'Every setting of Dialwright, made by "npm run docs" from src/config/settings.ts; docs/reference/settings.md is the same as a page. ' +
    'Lines that start with "# NAME=" show the default, or an example where there is none.',
  'A secret may also be in a file whose path is in NAME_FILE, as container platforms provide them; "(also _FILE)" marks these.',
  'To use it: node_modules/.bin/node --env-file=.env src/main.ts, or docker compose up. The command line reads the .env of this folder itself.',
];

export function envExample(): string {
  const groups = settingGroups().map(({ title, text, settings }) => [
    ...titleLines(title, text),
    ...settings.flatMap(settingLines),
  ]);
  const others = OTHER_SETTINGS.map(({ title, text, settings }) => [
    ...titleLines(title, text),
    ...settings.flatMap((each) => [...comment(each.text), `# ${each.name}=${each.preset ?? ''}`]),
  ]);
  const blocks = [HEAD.flatMap(comment), ...groups, ...others];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function settingLines(facts: SettingFacts): string[] {
  const { name, needed, preset, example = '', values, text, fromFile } = facts;
  const range = values === '' ? [] : [`Values: ${values}.`];
  const mark = fromFile ? ['(also _FILE)'] : [];
  return [
    ...comment([text, ...range, ...mark].join(' ')),
    needed ? `${name}=` : `# ${name}=${preset || example}`,
  ];
}

const titleLines = (title: string, text: string): string[] => [
  `# --- ${title} ${'-'.repeat(96 - title.length)}`,
  ...(text === '' ? [] : comment(text)),
  '',
];

/** Wrapped at spaces, without code marks. */
function comment(text: string): string[] {
  const lines = ['#'];
  for (const word of text.replaceAll('`', '').split(' ')) {
    const last = lines.at(-1)!;
    if (last.length + word.length >= WIDTH) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
