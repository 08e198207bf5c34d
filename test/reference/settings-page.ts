/** docs/reference/settings.md, from the schema of the settings. */
import { code, formatted, table, withLinks } from './markdown.ts';
import { OTHER_SETTINGS } from './other-settings.ts';
import { settingGroups, type SettingFacts } from './setting-facts.ts';

const HEAD = [
  '# Settings',
  'Made by `npm run docs` from the schema in `src/config/settings.ts`; do not edit. [.env.example](../../.env.example) is the same as a file ' +
    'to copy: `cp .env.example .env`, then `node_modules/.bin/node --env-file=.env src/main.ts` or `docker compose up`. The command line reads the ' +
    '`.env` of the current folder itself; what is in the environment wins. An empty value is no value.',
  'Server and worker check all settings when they start. Every fault is named at once, with its variable and the reason; an unknown ' +
    '`DIALWRIGHT_…` is a fault too. `dialwright doctor` checks the same, and then whether database, disk, carrier, Temporal and the ' +
    'public address answer. A setting marked `_FILE` may also be in a file whose path is in `NAME_FILE`.',
];

export function settingsPage(): Promise<string> {
  const groups = settingGroups().map(({ title, text, settings }) =>
    section(title, text, table(['Setting', 'Default', 'Values', 'What'], settings.map(row))),
  );
  const others = OTHER_SETTINGS.map(({ title, text, settings }) => {
    const rows = settings.map((each) => [code(each.name), codeOrNone(each.preset), each.text]);
    return section(title, text, table(['Setting', 'Default', 'What'], rows));
  });
  return formatted([...HEAD, ...groups, ...others].join('\n\n'));
}

const section = (title: string, text: string, rows: string): string =>
  [`## ${title}`, withLinks(text), rows].filter((part) => part !== '').join('\n\n');

const codeOrNone = (text: string | undefined): string => (text ? code(text) : '–');

const row = ({ name, fromFile, needed, preset, values, text }: SettingFacts): string[] => [
  fromFile ? `${code(name)} ${code('_FILE')}` : code(name),
  needed ? '**needed**' : codeOrNone(preset),
  values,
  withLinks(text),
];
