/** A carrier that puts markup into every text of its own. It stands before the simulated one, whose answers it changes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface HostileCarrier {
  url: string;
  /** The simulated carrier; it starts later than this one. */
  behind?: string;
  /** Callback URLs of the calls that were asked for. */
  callbackUrls: string[];
  stop(): Promise<void>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const CALLS = '/api/v1/click2call';

/** @param refusedDigit POSTs to numbers that end with it are refused, with the markup as the reason */
export async function hostileCarrier(markup: string, refusedDigit: string) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const carrier: HostileCarrier = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    callbackUrls: [],
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    if (method === 'POST' && url.startsWith(CALLS)) {
      const { callback_url: callbackUrl } = JSON.parse(body) as { callback_url?: string };
      if (callbackUrl) carrier.callbackUrls.push(callbackUrl);
      if (new RegExp(`"\\+\\d+${refusedDigit}"`).test(body)) {
        const error = {
          code: 'invalid_destination',
          message: markup,
          details: { [markup]: markup },
        };
        response.writeHead(422, JSON_TYPE).end(JSON.stringify({ error }));
        return;
      }
    }
    const { authorization = '' } = headers;
    const answered = await fetch(carrier.behind + url, {
      method,
      headers: { authorization, ...JSON_TYPE },
      ...(body !== '' && { body }),
      redirect: 'manual',
    });
    const json = url.startsWith(CALLS) ? undefined : parsed(await answered.clone().text());
    const { status } = answered;
    if (json !== undefined) {
      response.writeHead(status, JSON_TYPE).end(JSON.stringify(withMarkup(json, markup)));
      return;
    }
    const location = answered.headers.get('location');
    response
      .writeHead(status, { ...JSON_TYPE, ...(location !== null && { location }) })
      .end(Buffer.from(await answered.arrayBuffer()));
  }
  return carrier;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Every object has the markup as a field, and as the text of each field that is no amount. */
function withMarkup(value: unknown, markup: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withMarkup(each, markup));
  if (typeof value === 'string') return /^[\d.]+$/.test(value) ? value : `${value} ${markup}`;
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).map(([name, each]) => [name, withMarkup(each, markup)]);
  return { ...Object.fromEntries(fields), description: markup, [markup]: markup };
}
