/** Bodies that hold rows with numbers: CSV, NDJSON or JSON. */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { readArray, readCsv, readNdjson, type ContactRows } from './contact-rows.ts';
import { Problem } from './problem.ts';

export const LARGEST_ROWS_BYTES = 16 * 1_048_576;

// Rows are read one by one, so that a faulty one is reported and does not refuse the others.
const ContactList = z
  .strictObject({
    contacts: z.array(z.unknown()).meta({
      override: {
        type: 'array',
        items: {
          type: 'object',
          required: ['number'],
          additionalProperties: false,
          properties: {
            number: { type: 'string', examples: ['+12025550101'] },
            name: { type: ['string', 'null'] },
            row_key: { type: ['string', 'null'], description: 'Your own key; unique.' },
          },
        },
      },
    }),
  })
  .meta({ id: 'ContactList' });

const rowText = (example: string) =>
  z.unknown().meta({ override: { type: 'string', examples: [example] } });

/** What a route that reads them declares as its body. */
export const rowsBody = {
  content: {
    'application/json': { schema: ContactList },
    'text/csv': { schema: rowText('number,name\n+12025550101,Ada\n') },
    'application/x-ndjson': { schema: rowText('{"number":"+12025550101"}\n') },
  },
};

export async function readRows(request: FastifyRequest): Promise<ContactRows> {
  if (request.body === undefined) {
    throw new Problem({ status: 422, code: 'invalid_request', detail: 'A body is needed.' });
  }
  if (!Buffer.isBuffer(request.body)) {
    return readArray((request.body as z.infer<typeof ContactList>).contacts);
  }
  return request.mediaType === 'text/csv' ? readCsv(request.body) : readNdjson(request.body);
}
