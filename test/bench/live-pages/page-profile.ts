/** What one page of the dashboard costs while it is looked at: its frames, its memory, and what it asks of the server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page, Request } from 'playwright-core';
import { mainThreadTasks, workOfFrames } from './frame-work.ts';

export interface PageProfile {
  /** Milliseconds of script, style, layout and paint of each frame. */
  frames: number[];
  /** Of frames above 50 ms, as the browser reports them itself. */
  longFrames: number;
  /** Used by the page after a garbage collection. */
  heapMb: { before: number; after: number };
  seconds: number;
  nodes: number;
  requests: Map<string, { ms: number[]; bytes: number }>;
}

const MB = 1e6;

export interface Look {
  seconds: number;
  /** What the person does meanwhile, again and again. */
  act?: ((page: Page) => Promise<void>) | undefined;
}

export async function profilePage(page: Page, { seconds, act }: Look): Promise<PageProfile> {
  const session = await page.context().newCDPSession(page);
  const requests = new Map<string, { ms: number[]; bytes: number }>();
  const note = (request: Request) => void noteRequest(requests, request);
  page.on('requestfinished', note);
  const before = await heapMb(session);
  await page.evaluate(COUNT_LONG_FRAMES);
  await page.evaluate(DRAW_EVERY_FRAME);
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: CATEGORIES });
  const startedMs = performance.now();
  while (performance.now() - startedMs < seconds * 1_000) {
    if (act) await act(page);
    else await sleep(250);
  }
  const trace = await browser.stopTracing();
  const took = (performance.now() - startedMs) / 1_000;
  page.off('requestfinished', note);
  const profile: PageProfile = {
    frames: workOfFrames(mainThreadTasks(trace)),
    longFrames: await page.evaluate('globalThis.longFrames'),
    seconds: took,
    nodes: await page.evaluate('document.querySelectorAll("*").length'),
    heapMb: { before, after: await heapMb(session) },
    requests,
  };
  await page.evaluate('globalThis.drawing = false');
  await session.detach();
  return profile;
}

const CATEGORIES = ['toplevel', 'devtools.timeline', 'blink.user_timing', '__metadata'];

const COUNT_LONG_FRAMES = `
  globalThis.longFrames = 0;
  new PerformanceObserver((list) => { longFrames += list.getEntries().length; })
    .observe({ type: 'long-animation-frame' });
`;

/** So that there is a frame every 16.7 ms, also where nothing changes. */
const DRAW_EVERY_FRAME = `
  globalThis.drawing = true;
  (function draw() { if (globalThis.drawing) requestAnimationFrame(draw); })();
`;

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MB;
}

async function noteRequest(requests: PageProfile['requests'], request: Request): Promise<void> {
  const { pathname } = new URL(request.url());
  if (pathname === '/v1/events') return;
  const { requestStart, responseStart } = request.timing();
  const path = pathname.replace(/\/(cbench)[-\d]*(?=\/|$)/, '/{id}');
  const noted = requests.get(path) ?? { ms: [], bytes: 0 };
  requests.set(path, noted);
  noted.ms.push(responseStart - requestStart);
  noted.bytes += await request.sizes().then(
    ({ responseBodySize }) => responseBodySize,
    () => 0,
  );
}
