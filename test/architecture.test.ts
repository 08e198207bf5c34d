/** Holds the directions in which rooms may import one another (docs/architecture.md). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

interface Import {
  file: string;
  /** Path below the project for our own files, else the package's name. */
  target: string;
  typeOnly: boolean;
}

interface Room {
  /** Which of our own rooms it may import; `types:` in front allows types only. */
  rooms: string[];
  /** Which packages it may import; a trailing `*` matches any ending. */
  packages: string[];
  instead: string;
}

const ROOMS: Record<string, Room> = {
  'src/domain': {
    rooms: ['src/domain'],
    packages: [],
    instead: 'domain holds pure rules: pass values in, do effects in activities or api',
  },
  'src/domain/rules': {
    rooms: ['src/domain/rules'],
    packages: [],
    instead: 'the description of the rules is data that the dashboard takes to browsers',
  },
  'src/domain/dispositions': {
    rooms: ['src/domain/dispositions'],
    packages: [],
    instead: 'what dispositions mean is data that the dashboard takes to browsers',
  },
  'src/domain/events': {
    rooms: ['src/domain/events'],
    packages: [],
    instead: 'the types of events are data that the dashboard takes to browsers',
  },
  'src/domain/figures': {
    rooms: ['src/domain/figures'],
    packages: [],
    instead: 'the glossary of figures is data that browsers take too: it imports nothing',
  },
  'src/domain/spreadsheets': {
    rooms: ['src/domain/spreadsheets'],
    packages: [],
    instead: 'how Excel opens files is data that browsers take too: it imports nothing',
  },
  'src/domain/outcomes/outcome-groups.ts': {
    rooms: [],
    packages: [],
    instead: 'the groups of outcomes are data that the dashboard takes to browsers',
  },
  'src/contract': {
    rooms: ['src/contract', 'src/domain'],
    packages: ['@temporalio/common'],
    instead:
      'the contract names what workflows, activities and the API tell each other: values only',
  },
  'src/workflows': {
    rooms: ['src/workflows', 'src/contract', 'src/domain', 'types:src/activities'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
    instead: 'do it in an activity and import only its type',
  },
  'src/activities': {
    rooms: [
      'src/activities',
      'src/background',
      'src/carrier',
      'src/contract',
      'src/domain',
      'src/recordings-archive',
      'src/store',
      'src/webhooks',
    ],
    packages: ['@temporalio/activity', '@temporalio/client', '@temporalio/common', 'node:*'],
    instead: 'names and messages of workflows stand in src/contract',
  },
  'src/carrier': {
    rooms: ['src/carrier', 'src/domain', 'src/outgoing'],
    packages: ['undici', 'zod', 'yaml', 'node:*'],
    instead: 'the carrier client knows neither Temporal nor the store: hand results to an activity',
  },
  'src/background': {
    rooms: ['src/background'],
    packages: ['node:*'],
    instead: 'it repeats what it is given, and knows nobody',
  },
  'src/outgoing': {
    rooms: ['src/outgoing'],
    packages: ['undici', 'ipaddr.js', 'node:*'],
    instead: 'it knows addresses and connections only: what is sent, and to whom, is above',
  },
  'src/metrics': {
    rooms: ['src/metrics', 'src/domain', 'types:src/carrier', 'types:src/store'],
    packages: ['prom-client', 'node:*'],
    instead:
      'it counts around what it is given: a root wraps the parts, and none of them knows of it',
  },
  'src/webhooks': {
    rooms: ['src/webhooks', 'src/domain', 'src/outgoing'],
    packages: ['standardwebhooks'],
    instead: 'it sends what it is given: an activity reads the events and notes what came of them',
  },
  'src/codec': {
    rooms: ['src/codec'],
    packages: ['@temporalio/common', '@temporalio/proto', 'node:*'],
    instead: 'the codec turns payloads into payloads and knows nobody; roots hand it on',
  },
  'src/store': {
    rooms: ['src/store', 'src/domain'],
    packages: ['node:*', 'pg'],
    instead: 'the store decides with rules from src/domain and knows nobody else',
  },
  'src/store/schema/001_initial': {
    rooms: ['src/store/schema/001_initial'],
    packages: [],
    instead: 'a step of the schema never changes after its release, nor may what it is made of',
  },
  'src/recordings-archive': {
    rooms: ['src/recordings-archive'],
    packages: ['@aws-sdk/*', 'node:*'],
    instead: 'the archive keeps bytes under names; a root opens it and hands it on',
  },
  'src/api': {
    rooms: [
      'src/api',
      'src/background',
      'src/carrier',
      'src/contract',
      'src/domain',
      'src/outgoing',
      'src/recordings-archive',
      'src/store',
      'src/webhooks',
    ],
    packages: [
      'fastify',
      'fastify-zod-openapi',
      'zod-openapi',
      'yaml',
      'zod',
      'pino',
      'cookie',
      '@node-rs/argon2',
      'openid-client',
      'otpauth',
      'csv-parse',
      'saxes',
      'yauzl',
      'csv-stringify',
      'client-zip',
      '@streamparser/json',
      'ipaddr.js',
      'libphonenumber-js/max',
      '@fastify/*',
      '@temporalio/client',
      '@temporalio/common',
      'node:*',
    ],
    instead: 'the API decides through the store and tells Temporal; side effects are activities',
  },
  'src/simulator': {
    rooms: ['src/simulator'],
    packages: ['fastify', 'undici', 'zod', 'node:*'],
    instead: 'the simulator must be able to contradict us: it shares no code with the product',
  },
  'src/client': {
    rooms: ['src/client'],
    packages: ['openapi-fetch'],
    instead: 'the client is published: it knows the document of the API and nothing of the product',
  },
  'src/dashboard': {
    // The rules of campaigns, what dispositions mean, the glossary of figures, the groups of outcomes, the types of events and how Excel opens files are data, and import nothing.
    rooms: [
      'src/dashboard',
      'src/client',
      'src/domain/dispositions',
      'src/domain/events',
      'src/domain/figures',
      'src/domain/outcomes/outcome-groups.ts',
      'src/domain/rules',
      'src/domain/spreadsheets',
    ],
    packages: ['preact', 'preact/*', '@preact/signals', 'uplot', 'uplot/*', 'uqr'],
    instead: 'the dashboard uses the public API by the typed client, as everybody can',
  },
  'src/terminal': {
    rooms: ['src/terminal', 'src/store', 'src/client'],
    packages: ['commander', 'eventsource-parser', 'node:*'],
    instead: 'what the command line and the development start share; neither of them is known here',
  },
  'src/config': {
    rooms: [
      'src/config',
      'src/carrier',
      'src/codec',
      'src/contract',
      'src/domain',
      'src/outgoing',
      'src/recordings-archive',
      'src/store',
    ],
    packages: ['zod', 'node:*'],
    instead: 'settings are values: who uses them is above',
  },
  'src/checker': {
    rooms: ['src/checker'],
    packages: ['node:*'],
    instead: 'the checker is an independent witness: it shares no code with anybody',
  },
};

/** Rooms that import every other: what composes the program, and who starts it. */
const ROOT_ROOMS = ['src/process', 'src/dev', 'src/cli'];
/** Who is started. Each of them only calls into `src/process`. */
const ENTRIES = ['src/main.ts', 'src/server.ts', 'src/worker.ts'];

/**
 * The contexts of each layer, from the lowest up: each may import those before it. `.` is what stands in the layer's
 * own folder.
 */
const CONTEXTS: Record<string, readonly string[]> = {
  'src/domain': [
    '.',
    'rules',
    'spreadsheets',
    'dispositions',
    'keys',
    'users',
    'privacy',
    'calls',
    'outcomes',
    'contacts',
    'lists',
    'areas',
    'recordings',
    'callbacks',
    'agents',
    'account',
    'campaigns',
    'presets',
    'decisions',
    'reconciliation',
    'statistics',
    'planning',
    'events',
  ],
  'src/carrier': ['http', 'calls', 'recordings', 'carrier-account', 'reconciliation', '.'],
  'src/api': [
    'temporal',
    'http',
    'openapi',
    'campaigns',
    'audit',
    'keys',
    'users',
    'sessions',
    'areas',
    'contacts',
    'consents',
    'privacy',
    'agents',
    'account',
    'calls',
    'decisions',
    'recordings',
    'callbacks',
    'outcomes',
    'agent-page',
    'ingress',
    'planning',
    'presets',
    'carrier-account',
    'reconciliation',
    'events',
    'statistics',
    'reports',
    'dashboard',
    '.',
  ],
  'src/store/sql': ['engine', 'rows', 'steps', 'transactions', '.'],
};
const MOST_FILES_IN_A_FOLDER = 15;
/** Files that a program writes. */
const MADE = ['src/client/api-types.ts', 'src/domain/areas/area-codes.ts'];

const sources = filesBelow(join(ROOT, 'src'));
const imports = sources.flatMap(importsOf);

for (const [room, rule] of Object.entries(ROOMS)) {
  test(`${room} imports only what it may`, () => {
    const wrong = imports
      .filter(({ file }) => file.startsWith(`${room}/`))
      .filter((found) => !mayImport(rule, found))
      .map(({ file, target }) => `${file} imports ${target}: ${rule.instead}`);
    expect(wrong).toEqual([]);
  });
}

for (const [layer, order] of Object.entries(CONTEXTS)) {
  test(`${layer} has known contexts, and none imports one that stands above it`, () => {
    const contextOf = (path: string) => {
      const [folder, ...rest] = path.slice(layer.length + 1).split('/');
      return rest.length === 0 ? '.' : folder!;
    };
    const inside = imports.filter(({ file }) => file.startsWith(`${layer}/`));
    const unknown = inside
      .map(({ file }) => contextOf(file))
      .filter((each) => !order.includes(each));
    expect(unknown, 'a context is a folder named in CONTEXTS').toEqual([]);
    const upward = inside
      .filter(({ target }) => target.startsWith(`${layer}/`))
      .filter(
        ({ file, target }) => order.indexOf(contextOf(target)) > order.indexOf(contextOf(file)),
      )
      .map(({ file, target }) => `${file} imports ${target}, which stands above it`);
    expect(upward).toEqual([]);
  });
}

test('no files import each other in a circle, types included', () => {
  const targets = Map.groupBy(imports, ({ file }) => file);
  const seen = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    if (seen.has(file)) return;
    seen.add(file);
    for (const { target } of targets.get(file) ?? []) walk(target, [...path, file]);
  };
  for (const file of targets.keys()) walk(file, []);
  expect(circles).toEqual([]);
});

test(`no folder has more than ${MOST_FILES_IN_A_FOLDER} source files`, () => {
  const counts = new Map<string, number>();
  for (const file of sources) {
    const folder = relative(ROOT, dirname(file));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, count]) => count > MOST_FILES_IN_A_FOLDER);
  expect(crowded).toEqual([]);
});

test('modules of workflows keep nothing that changes, because all workflows of a thread share them', () => {
  const state = /^(export )?(let |var |const \w+(: [^=]+)? = (new (Map|Set|WeakMap)\b|\[\];))/m;
  const wrong = sources
    .filter((file) => relative(ROOT, file).startsWith('src/workflows/'))
    .filter((file) => state.test(readFileSync(file, 'utf8')))
    .map((file) => relative(ROOT, file));
  expect(wrong).toEqual([]);
});

test('the development start does not know the command line', () => {
  const wrong = imports
    .filter(({ file, target }) => file.startsWith('src/dev/') && target.startsWith('src/cli/'))
    .map(
      ({ file, target }) => `${file} imports ${target}: what both print with is in src/terminal`,
    );
  expect(wrong).toEqual([]);
});

test('what composes the program is imported by those who start it only', () => {
  const mayCompose = [...ROOT_ROOMS.map((room) => `${room}/`), ...ENTRIES];
  const wrong = imports
    .filter(({ target }) => target.startsWith('src/process/') || ENTRIES.includes(target))
    .filter(({ file }) => !mayCompose.some((place) => file.startsWith(place)))
    .map(({ file, target }) => `${file} imports ${target}: pass what is needed as a parameter`);
  expect(wrong).toEqual([]);
});

/** Who calls one of these can dial, send, or write. All others are given what was opened, as a parameter. */
const OPENERS = [
  'src/carrier/client.ts',
  'src/carrier/carrier-account/account.ts',
  'src/recordings-archive/open-archive.ts',
  'src/store/sql/open-store.ts',
  'src/webhooks/webhook-sender.ts',
];

test('methods of the store are transactions', () => {
  const factory = /^export (?:const|function) \w+Store\b/m;
  const wrong = sources
    .map((file) => relative(ROOT, file))
    .filter((file) => /^src\/store\/sql\/(?:engine|rows|steps)\//.test(file))
    .filter((file) => factory.test(readFileSync(join(ROOT, file), 'utf8')))
    .map((file) => `${file} makes methods of the store: src/store/sql/transactions does`);
  expect(wrong).toEqual([]);
});

test('what can dial, send or write is opened by what composes the program only', () => {
  const wrong = imports
    .filter(({ target, typeOnly }) => OPENERS.includes(target) && !typeOnly)
    .filter(({ file }) => !ROOT_ROOMS.some((room) => file.startsWith(`${room}/`)))
    .map(({ file, target }) => `${file} imports ${target}: take what was opened as a parameter`);
  expect(wrong).toEqual([]);
});

test('every source file stands in a known room', () => {
  const known = [...Object.keys(ROOMS), ...ROOT_ROOMS];
  const lost = sources
    .map((file) => relative(ROOT, file))
    .filter(
      (file) => !ENTRIES.includes(file) && !known.some((room) => file.startsWith(`${room}/`)),
    );
  expect(lost).toEqual([]);
});

test('no file and no function drawer is named utils, helpers, common or manager', () => {
  const names = sources
    .map((file) => relative(ROOT, file))
    .filter((file) => /(^|[/-])(utils?|helpers?|common|manager)\b/.test(file));
  expect(names).toEqual([]);
});

test('no source file grows past 400 lines', () => {
  const long = sources
    .map((file) => ({
      file: relative(ROOT, file),
      lines: readFileSync(file, 'utf8').split('\n').length,
    }))
    .filter(({ file, lines }) => lines > 400 && !MADE.includes(file));
  expect(long).toEqual([]);
});

test('one protobufjs 8 serves all Temporal packages, or replay of a JSON history fails', () => {
  const copies = ['client', 'common', 'proto', 'worker', 'workflow'].filter((name) => {
    const nested = join(ROOT, 'node_modules/@temporalio', name, 'node_modules/protobufjs');
    return statSync(nested, { throwIfNoEntry: false }) !== undefined;
  });
  expect(copies).toEqual([]);
});

function mayImport(rule: Room, { target, typeOnly }: Import): boolean {
  if (!target.startsWith('src/')) return rule.packages.some((name) => matches(name, target));
  return rule.rooms.some((allowed) => {
    const types = allowed.startsWith('types:');
    const place = types ? allowed.slice('types:'.length) : allowed;
    return (target === place || target.startsWith(`${place}/`)) && (!types || typeOnly);
  });
}

function matches(pattern: string, name: string): boolean {
  if (pattern.endsWith('*')) return name.startsWith(pattern.slice(0, -1));
  return name === pattern || name.startsWith(`${pattern}/`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...found].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4]!;
    const target = specifier.startsWith('.')
      ? relative(ROOT, resolve(dirname(path), specifier))
      : specifier;
    return { file: relative(ROOT, path), target, typeOnly: match[1] !== undefined };
  });
}
