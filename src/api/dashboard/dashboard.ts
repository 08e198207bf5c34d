/** Sends the files of the dashboard, which `npm run build:dashboard` makes. Everybody may read them; the data needs a key. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';

/** The dashboard shows what belongs to the rest of a path, such as `/campaigns/c1`. */
const PAGES = [
  'sign-in',
  'campaigns',
  'calls',
  'people',
  'import',
  'agents',
  'callbacks',
  'suppressions',
  'recordings',
  'reports',
  'statistics',
  'reconciliations',
  'events',
  'keys',
  'audit',
  'carrier',
  'privacy',
  'account',
];

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Dialwright</title>' +
  '<p>The dashboard is not built. Run <code>npm run build:dashboard</code>, then reload.</p></html>\n';

const OPEN: RouteShorthandOptions = { config: { open: true }, schema: { hide: true } };

/** The names that the build gives: no dot in front, and no slash, even an encoded one. */
const ASSET = /^\w[\w-]*(\.[\w-]+)+$/;
/** The names of assets change with their content. */
const FOR_A_YEAR = { maxAge: '365d', immutable: true };
const FOR_AN_HOUR = { maxAge: '1h' };

/** @param folder what the build wrote; it may be built later, while the server runs */
export const dashboardRoutes =
  (folder: string) =>
  async (app: FastifyInstance): Promise<void> => {
    // Only `sendFile`, which looks for `.br` and `.gz` beside a file.
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      suppressWarning: true,
    });

    const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('vary', 'accept');
      if (!takesHtml(request)) return reply.callNotFound();
      reply.header('content-security-policy', CSP);
      if (!existsSync(join(folder, 'index.html'))) return sendNotBuilt(reply);
      // Always asked for again, because it names the newest assets.
      reply.header('cache-control', 'no-cache');
      return reply.sendFile('index.html', { cacheControl: false });
    };
    const paths = ['/', ...PAGES.flatMap((page) => [`/${page}`, `/${page}/*`])];
    for (const path of paths) app.get(path, OPEN, sendPage);

    app.get<{ Params: { name: string } }>('/assets/:name', OPEN, ({ params: { name } }, reply) => {
      if (!ASSET.test(name)) return reply.callNotFound();
      // A worker has the policy of its own file, and not that of the page.
      reply.header('content-security-policy', CSP);
      return reply.sendFile(`assets/${name}`, FOR_A_YEAR);
    });
    app.get('/favicon.svg', OPEN, (_request, reply) => reply.sendFile('favicon.svg', FOR_AN_HOUR));
  };

/** Programs that want JSON get the 404 of an unknown path, so that a forgotten `/v1` is noticed. */
const takesHtml = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept === undefined || /text\/html|text\/\*|\*\/\*/i.test(accept);

const sendNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(NOT_BUILT);
