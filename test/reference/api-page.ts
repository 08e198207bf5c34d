/** docs/reference/api.md: the order of the routes. The whole document is docs/openapi.json. */
import { readFileSync } from 'node:fs';
import { code, formatted, table } from './markdown.ts';

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);
const HEAD = [
  '# API',
  'Made by `npm run docs` from [openapi.json](../openapi.json); do not edit. These are the routes in short. Parameters, bodies, answers and ' +
    'examples are at `/docs` of every server, where requests can be tried with a key, and in `/openapi.json` for programs. ' +
    '[Writing a client](../writing-a-client.md) shows keys, errors, waiting and webhooks at work.',
  'The role is the least that a key needs: `read` shows and plans, `operate` also dials, changes, and gives out recordings and ' +
    'reports, `admin` also has keys, secrets and the carrier account.',
];

interface Operation {
  summary: string;
  tags: string[];
  'x-role'?: string;
}
interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

export function apiPage(): Promise<string> {
  const { tags, paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const rows = routes
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ path, method, operation }) => [
        code(`${method.toUpperCase()} ${path}`),
        operation['x-role'] ?? '–',
        operation.summary,
      ]);
    return `## ${name}\n\n${description}\n\n${table(['Route', 'Role', 'What'], rows)}`;
  });
  return formatted([...HEAD, ...sections].join('\n\n'));
}
