/** The files of the dashboard: which paths send them, with which headers, and what happens without them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

const PAGE = '<!doctype html><title>Dialwright</title>';
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let on: ApiUnderTest;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-dashboard-'));
  on = await startApi({ dashboardFolder: folder });
});
afterEach(async () => {
  await on.stop();
  rmSync(folder, { recursive: true });
});

function build(): void {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets/main-a1b2.js'), 'plain');
  writeFileSync(join(folder, '.secret'), 'secret');
}

type Headers = Record<string, string>;
const ask = (method: string, url: string, headers: Headers = {}) =>
  on.api.inject({ method: method as 'GET', url, headers });
const get = (url: string, headers: Headers = HTML) => ask('GET', url, headers);

test.each(['/', '/sign-in', '/campaigns', '/campaigns/c1/contacts/7', '/account/', '/people?q=x'])(
  '%s is the page, which the browser asks for again each time',
  async (path) => {
    build();
    const answer = await get(path);
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept, accept-encoding',
      etag: expect.any(String),
    });
    const known = { ...HTML, 'if-none-match': String(answer.headers.etag) };
    expect((await get(path, known)).statusCode).toBe(304);
    expect((await ask('HEAD', path, HTML)).statusCode).toBe(200);
  },
);

test('the page may load nothing from elsewhere, run no inline script and stand in no frame', async () => {
  build();
  const { headers } = await get('/');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
      "media-src 'self' blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; " +
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('an asset is kept for a year, and compressed for browsers that take it', async () => {
  build();
  for (const [accepted, encoding] of [
    ['br, gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['gzip;q=0, br', undefined],
    ['identity', undefined],
  ] as const) {
    const answer = await get('/assets/main-a1b2.js', { 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(200);
    const body = encoding ? gunzipSync(answer.rawPayload) : answer.rawPayload;
    expect(String(body)).toBe('plain');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      // Of the worker that reads the event stream, which has no other policy than its file's.
      'content-security-policy': expect.stringContaining("connect-src 'self'"),
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
  }
  const icon = await get('/favicon.svg');
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});

test('a page that was built anew is sent within a second', async () => {
  build();
  expect((await get('/')).body).toBe(PAGE);
  writeFileSync(join(folder, 'index.html'), `${PAGE} again`);
  await expect.poll(async () => (await get('/')).body, { timeout: 5_000 }).toBe(`${PAGE} again`);
});

test.each([
  '/assets/unknown-a1b2.js',
  '/assets/',
  '/assets/..%2Findex.html',
  '/assets/..%2F.secret',
  '/assets/.hidden',
  '/v1',
  '/v1/unknown',
  '/v1?page=1',
  '/hooks/unknown',
  '/codec/unknown',
])('%s is the usual 404', async (path) => {
  build();
  const answer = await get(path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ]);
  expect(answer.json()).toMatchObject({ code: 'not_found' });
});

test.each([
  '/unknown',
  '/campaignsx',
  '/index.html',
  '/assets/%2e%2e/index.html',
  '/.secret',
  '/a/b?c=d',
  '/v1x',
  '/%20',
])('the unknown address %s shows a person a page, and a program JSON', async (path) => {
  build();
  const page = await get(path);
  expect([page.statusCode, page.body]).toEqual([404, PAGE]);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
    vary: expect.stringContaining('accept'),
  });
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }] as Headers[]) {
    const answer = await get(path, headers);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  }
  expect((await ask('POST', path, HTML)).headers['content-type']).toContain('problem+json');
});

test('a client that wants JSON gets the usual 404 and not a page', async () => {
  build();
  for (const path of ['/', '/campaigns', '/campaigns/c1']) {
    const answer = await get(path, { accept: 'application/json' });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    expect((await get(path, {})).body).toBe(PAGE);
  }
});

test('a page takes no other method', async () => {
  build();
  for (const path of ['/campaigns', '/assets/main-a1b2.js']) {
    const answer = await ask('POST', path);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  }
});

test('a dashboard that is not built says how to build it, and is there after a reload', async () => {
  const answer = await get('/campaigns');
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store']);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain(
    'The dashboard is not built. Run <code>npm run build:dashboard</code>, then reload.',
  );
  expect((await get('/assets/main-a1b2.js')).statusCode).toBe(404);
  expect((await get('/healthz')).statusCode).toBe(200);
  build();
  expect((await get('/campaigns')).body).toBe(PAGE);
});

test('without a folder there are no pages', async () => {
  const without = await startApi();
  try {
    const answer = await without.api.inject({ url: '/', headers: HTML });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  } finally {
    await without.stop();
  }
});

test('the document of the API does not show the pages', async () => {
  const { paths } = (await get('/openapi.json')).json<{ paths: object }>();
  expect(Object.keys(paths).filter((path) => !path.startsWith('/v1/'))).toEqual([
    '/livez',
    '/healthz',
    '/readyz',
  ]);
});
