/**
 * A careless carrier, in front of the simulated one: its errors echo whatever they were sent, the key
 * included, and its pages are written for people. Everything else goes through.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type OwnAnswer = [status: number, body: string, location?: string];

/** How a POST for a number that ends so is answered, instead of being passed on. */
const BY_LAST_DIGITS: Record<string, (echo: Echo) => OwnAnswer> = {
  '0161': (echo) => [422, refusal(echo.number, echo)],
  '0163': (echo) => [500, `<h1>Error</h1><pre>${echo.all}</pre>`],
  '0164': (echo) => [201, `{"data": {"id": {"of": ${JSON.stringify(echo.all)}}}}`],
};

interface Echo {
  number: string;
  key: string;
  all: string;
}

const refusal = (code: string, { number, key }: Echo) =>
  JSON.stringify({
    error: { code, message: `cannot dial ${number}`, details: [{ value: number, key }] },
  });

export interface EchoingCarrier {
  url: string;
  /** Errors it has answered with. */
  echoes: string[];
  stop(): Promise<void>;
}

/** @param storageLink where the first lookup of each recording leads: a link that does not work */
export async function startEchoingCarrier(to: {
  url: string;
  storageLink: string;
}): Promise<EchoingCarrier> {
  const echoes: string[] = [];
  const met = new Set<string>();

  async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(asked as AsyncIterable<Buffer>));
    const own = ownAnswer(asked, body.toString('utf8'));
    if (!own) return passOn(asked, response, body, to.url);
    echoes.push(own[1]);
    response.writeHead(own[0], { location: own[2] ?? '', 'content-type': 'application/json' });
    response.end(own[1]);
  }

  function ownAnswer(
    { method, url = '', headers }: IncomingMessage,
    body: string,
  ): OwnAnswer | undefined {
    const all = JSON.stringify({ url, headers, body });
    if (method === 'POST') {
      const number = /"destination":"(\+\d+)"/.exec(body)?.[1] ?? '';
      const echo = { number, key: headers.authorization ?? '', all };
      if (number.endsWith('0162')) return once(number, [400, refusal('1-202-555-0162', echo)]);
      return BY_LAST_DIGITS[number.slice(-4)]?.(echo);
    }
    const question = `${method} ${url}`;
    if (url.includes('/recording/')) return once(question, [302, all, to.storageLink]);
    return once(question, [method === 'GET' ? 500 : 502, all]);
  }

  // The first GET of a call, the first lookup of a recording, the first hang-up.
  function once(question: string, own: OwnAnswer): OwnAnswer | undefined {
    if (met.has(question)) return undefined;
    met.add(question);
    return own;
  }

  const server = createServer((asked, response) => {
    answer(asked, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    echoes,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

async function passOn(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  base: string,
): Promise<void> {
  const passed = request(base + url, { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  passed.on('error', () => response.destroy());
  passed.end(body);
}
