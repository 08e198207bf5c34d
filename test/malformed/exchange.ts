/** HTTP by hand: what is sent is bytes, so that nothing is put right on the way. */
import { connect } from 'node:net';

export interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

export interface Exchange {
  answers: Answer[];
  /** What came and could not be read as an answer. */
  rest: string;
  tookMs: number;
  /** Nothing closed the connection in time. */
  late: boolean;
}

/** The carrier's patience (interface document 6.5), and a little. */
const PATIENCE_MS = 15_500;

interface Expectation {
  expected: number;
  halfClose: boolean;
  /** False for HEAD, whose answers speak of bodies that do not come. */
  bodies: boolean;
}

/**
 * Sends the parts, each in a packet of its own, then ends the sending side, and reads until the other side
 * closes or has given `expected` answers.
 */
export function exchange(
  port: number,
  parts: readonly Buffer[],
  { expected, halfClose, bodies }: Expectation,
): Promise<Exchange> {
  const startedMs = performance.now();
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.setNoDelay(true);
    const timer = setTimeout(() => finish(true), PATIENCE_MS);
    const finish = (late: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const read = readAnswers(Buffer.concat(chunks), bodies);
      resolve({ ...read, tookMs: performance.now() - startedMs, late });
    };
    socket.on('error', () => finish(false));
    socket.on('end', () => finish(false));
    socket.on('close', () => finish(false));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (readAnswers(Buffer.concat(chunks), bodies).answers.length >= expected) finish(false);
    });
    socket.on('connect', () => send(0));
    function send(index: number): void {
      const part = parts[index];
      if (part === undefined) {
        if (halfClose) socket.end();
      } else if (index === parts.length - 1) {
        socket.write(part, () => send(index + 1));
      } else {
        // A turn of the loop between, so that they arrive apart.
        socket.write(part, () => setImmediate(() => send(index + 1)));
      }
    }
  });
}

function readAnswers(bytes: Buffer, bodies: boolean): Pick<Exchange, 'answers' | 'rest'> {
  const answers: Answer[] = [];
  let text = bytes.toString('latin1');
  for (;;) {
    const read = readAnswer(text, bodies);
    if (read === undefined) return { answers, rest: text };
    // An interim answer is none.
    if (read.answer.status >= 200) answers.push(read.answer);
    text = read.rest;
  }
}

function readAnswer(text: string, bodies: boolean): { answer: Answer; rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  if (end === -1 || Number.isNaN(status)) return undefined;
  const headers = new Map(
    text
      .slice(0, end)
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const from = end + 4;
  if (bodies && headers.get('transfer-encoding') === 'chunked') {
    return chunkedAnswer(text, from, status, headers);
  }
  const bodiless = !bodies || status === 204 || status < 200;
  const length = bodiless ? 0 : Number(headers.get('content-length') ?? 0);
  if (text.length < from + length) return undefined;
  const body = text.slice(from, from + length);
  return { answer: { status, headers, body }, rest: text.slice(from + length) };
}

function chunkedAnswer(
  text: string,
  from: number,
  status: number,
  headers: Map<string, string>,
): { answer: Answer; rest: string } | undefined {
  let at = from;
  let body = '';
  for (;;) {
    const line = text.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(text.slice(at, line), 16);
    if (text.length < line + 2 + size + 2) return undefined;
    body += text.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
    if (size === 0) return { answer: { status, headers, body }, rest: text.slice(at) };
  }
}
