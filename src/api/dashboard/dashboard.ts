/** Sends the files of the dashboard, which `npm run build:dashboard` makes. Everybody may read them; the data needs a key. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { sendKept } from '../http/files/kept-answers.ts';
import { KeptFiles } from '../http/files/kept-files.ts';

/** The dashboard shows what belongs to the rest of a path, such as `/campaigns/c1`. */
const PAGES = [
  'sign-in',
  'campaigns',
  'calls',
  'people',
  'import',
  'agent',
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
const FOR_A_YEAR = 'public, max-age=31536000, immutable';
const FOR_AN_HOUR = 'public, max-age=3600';
/** Always asked for again, because it names the newest assets. */
const ASKED_AGAIN = 'no-cache';

/** @param folder what the build wrote; it may be built later, while the server runs */
export const dashboardRoutes =
  (folder: string) =>
  async (app: FastifyInstance): Promise<void> => {
    const files = new KeptFiles(folder);

    const send = async (
      name: string,
      kept: string,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      const file = await files.find(name);
      if (!file) return reply.callNotFound();
      return sendKept(request, reply.header('cache-control', kept).type(file.type), file);
    };
    const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('vary', 'accept');
      if (!takesHtml(request)) return reply.callNotFound();
      reply.header('content-security-policy', CSP);
      if (!(await files.find('index.html'))) return sendNotBuilt(reply);
      return send('index.html', ASKED_AGAIN, request, reply);
    };
    const paths = ['/', ...PAGES.flatMap((page) => [`/${page}`, `/${page}/*`])];
    for (const path of paths) app.get(path, OPEN, sendPage);

    app.get<{ Params: { name: string } }>('/assets/:name', OPEN, (request, reply) => {
      const { name } = request.params;
      if (!ASSET.test(name)) return reply.callNotFound();
      // A worker has the policy of its own file, and not that of the page.
      reply.header('content-security-policy', CSP);
      return send(`assets/${name}`, FOR_A_YEAR, request, reply);
    });
    // The page says what it says of an unknown address; the status is for programs, which get JSON unless they want a page.
    app.get('/*', OPEN, async (request, reply) => {
      reply.header('vary', 'accept');
      const page = await files.find('index.html');
      if (!isForPeople(request) || !page) return reply.callNotFound();
      reply.header('content-security-policy', CSP).header('cache-control', 'no-store');
      return reply.code(404).type(page.type).send(page.plain);
    });
    app.get('/favicon.svg', OPEN, (request, reply) =>
      send('favicon.svg', FOR_AN_HOUR, request, reply),
    );
  };

/** Programs that want JSON get the 404 of an unknown path, so that a forgotten `/v1` is noticed. */
const takesHtml = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept === undefined || /text\/html|text\/\*|\*\/\*/i.test(accept);

/** Below these, only programs ask. */
const OF_PROGRAMS = /^\/(v1|hooks|codec|assets)(\/|$)/;
const isForPeople = ({ url, headers: { accept = '' } }: FastifyRequest): boolean =>
  !OF_PROGRAMS.test(url.split('?', 1)[0]!) && /text\/html/i.test(accept);

const sendNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(NOT_BUILT);
