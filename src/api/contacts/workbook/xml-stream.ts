/** Reads XML as a stream of tags and texts. Nothing of it is kept, and what a document type declares is not expanded. */
import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { Problem } from '../../http/problem.ts';
import { malformedWorkbook, tooLargeWorkbook } from './zip-parts.ts';

export interface XmlReader {
  /** @param name without its namespace */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Between two tags. The parser keeps what stands there. */
const MOST_CHARACTERS_BETWEEN_TAGS = 1_048_576;

/** Yields after each chunk, so that its caller takes what the reader has found. @throws Problem 413, 422 */
export async function* xmlChunks(stream: Readable, reader: XmlReader): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    reader.open(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    reader.close?.(local(name));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('error', (error) => {
    throw error;
  });
  stream.setEncoding('utf8');
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      sinceTag += chunk.length;
      parser.write(chunk);
      if (sinceTag > MOST_CHARACTERS_BETWEEN_TAGS + chunk.length) {
        throw tooLargeWorkbook('a cell that is too long');
      }
      yield;
    }
    parser.close();
    yield;
  } catch (error) {
    throw error instanceof Problem ? error : malformedWorkbook('cannot be read', error);
  }
}

/** Reads all of it. */
export async function readXml(stream: Readable, reader: XmlReader): Promise<void> {
  for await (const _ of xmlChunks(stream, reader));
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
