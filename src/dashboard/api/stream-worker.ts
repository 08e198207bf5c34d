/** One event stream for all tabs of a session: a browser has six connections for one server, whoever opens them. */
import { EventReader } from './event-reader.ts';
import { ALIVE_EVERY_MS, LEAVE, type WorkerNews } from './stream-messages.ts';

/** A tab that is looked at again soon finds the stream open. */
const CLOSE_WITHOUT_PAGES_MS = 10_000;

/** A tab that crashed stays in here and is not told of: the worker ends with the last tab. */
const pages = new Set<MessagePort>();
let closing: ReturnType<typeof setTimeout> | undefined;

function tellAll(news: WorkerNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have one
  for (const page of pages) page.postMessage(news);
}

const reader = new EventReader(tellAll);
setInterval(() => tellAll({ is: 'alive' }), ALIVE_EVERY_MS);

addEventListener('connect', (event) => {
  const [page] = (event as MessageEvent).ports as [MessagePort];
  page.addEventListener('message', ({ data }) => data === LEAVE && leave(page));
  page.start();
  pages.add(page);
  clearTimeout(closing);
  reader.open();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have one
  page.postMessage({ is: 'state', state: reader.state } satisfies WorkerNews);
});

function leave(page: MessagePort): void {
  page.close();
  pages.delete(page);
  if (pages.size === 0) closing = setTimeout(() => reader.close(), CLOSE_WITHOUT_PAGES_MS);
}
