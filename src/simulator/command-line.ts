/** The command line, derived from the options: one flag for each, in kebab-case. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { optionsSchema } from './options.ts';

export interface CommandLine {
  options: Record<string, unknown>;
  exitWithStdin: boolean;
  help: boolean;
}

interface Flag {
  name: string;
  flag: string;
  description: string;
  list: boolean;
  boolean: boolean;
  standard: unknown;
}

/** @throws TypeError with a message for the user when a flag is unknown or its value is missing */
export function readCommandLine(args: string[]): CommandLine {
  const { values } = parseArgs({ args, options: parseConfig(), strict: true });
  const options: Record<string, unknown> = {};
  for (const { name, flag } of FLAGS) {
    const value = values[flag];
    if (value === undefined) continue;
    options[name] = name === 'variant' ? variantOf(value as string[]) : value;
  }
  return {
    options,
    exitWithStdin: values['exit-with-stdin'] === true,
    help: values['help'] === true,
  };
}

export function usage(): string {
  const rows = FLAGS.map(({ flag, description, list, standard }) => {
    const shown = list || standard === undefined ? '' : ` (${showDefault(standard)})`;
    return `  --${flag.padEnd(26)}${description}${shown}${list ? ' (repeatable)' : ''}`;
  });
  const own = [
    `  --${'exit-with-stdin'.padEnd(26)}ends when standard input ends; its lines change options (JSON)`,
    `  --${'help'.padEnd(26)}shows this`,
  ];
  return ['usage: simulator [options]', '', ...rows, ...own, ''].join('\n');
}

const FLAGS: Flag[] = Object.entries(optionsSchema.shape).map(([name, schema]) => {
  const { description = '', list } = schema.meta() ?? {};
  const standard = schema.safeParse(undefined).data;
  return {
    name,
    flag: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    description,
    list: list === true || name === 'variant',
    boolean: typeof standard === 'boolean',
    standard,
  };
});

function parseConfig(): NonNullable<ParseArgsConfig['options']> {
  const flags = FLAGS.map(({ flag, list, boolean }) => [
    flag,
    boolean ? { type: 'boolean' as const } : { type: 'string' as const, multiple: list },
  ]);
  return {
    ...(Object.fromEntries(flags) as NonNullable<ParseArgsConfig['options']>),
    'exit-with-stdin': { type: 'boolean' },
    help: { type: 'boolean' },
  };
}

function variantOf(pairs: string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    }),
  );
}

function showDefault(value: unknown): string {
  return Array.isArray(value) ? value.map((part) => `${part}ms`).join('-') : String(value);
}
