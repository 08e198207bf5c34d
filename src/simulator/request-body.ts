import type { IncomingMessage } from 'node:http';

export interface ReadBody {
  /** False: the connection broke before the whole body had arrived. */
  complete: boolean;
  tooLong: boolean;
  text: string;
  /** Undefined: the text is not JSON. */
  value: unknown;
}

const LONGEST_BODY = 1024 * 1024;

export async function readBody(incoming: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= LONGEST_BODY) chunks.push(chunk);
    }
  } catch {
    return { complete: false, tooLong: false, text: '', value: undefined };
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { complete: true, tooLong: length > LONGEST_BODY, text, value: parseJson(text) };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
