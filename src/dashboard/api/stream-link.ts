/** How a page gets the news of the event stream: from the worker that all tabs of the session share. */
import { EventReader, type StreamNews } from './event-reader.ts';
import { LEAVE, SILENT_AFTER_MS, type WorkerNews } from './stream-messages.ts';
// oxlint-disable-next-line import/default -- the build makes the file and this export
import workerUrl from './stream-worker.ts?sharedworker&url';

type Tell = (news: StreamNews) => void;

export interface StreamLink {
  close(): void;
}

/**
 * Browsers without shared workers are those of phones, where one tab is seen at a time: it has a stream of its own.
 * @param session tabs of one session share a stream; another sign-in has another one
 */
export function linkStream(session: string, tell: Tell): StreamLink {
  if ('SharedWorker' in globalThis) return new WorkerLink(session, tell);
  const reader = new EventReader(tell);
  reader.open();
  return reader;
}

class WorkerLink implements StreamLink {
  readonly #session: string;
  readonly #tell: Tell;
  #port: MessagePort | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(session: string, tell: Tell) {
    this.#session = session;
    this.#tell = tell;
    this.#connect();
  }

  close(): void {
    clearTimeout(this.#silence);
    this.#port?.postMessage(LEAVE);
    this.#port?.close();
  }

  #connect(): void {
    const { port } = new SharedWorker(workerUrl, this.#session);
    this.#port = port;
    port.addEventListener('message', ({ data }: MessageEvent<WorkerNews>) => {
      this.#waitForNews();
      if (data.is !== 'alive') this.#tell(data);
    });
    port.start();
    this.#waitForNews();
  }

  /** A worker that was ended is started anew. One that stands still takes the page up when it goes on. */
  #waitForNews(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.close();
      this.#tell({ is: 'state', state: 'connecting' });
      this.#connect();
    }, SILENT_AFTER_MS);
  }
}
