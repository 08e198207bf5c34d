/** Routes that read the carrier's resources (4.4 to 4.7). */
import * as z from 'zod';
import type { Answered, CarrierList } from '../../carrier/carrier-account/account-answer.ts';
import type { CarrierAccount } from '../../carrier/carrier-account/account.ts';
import type { JsonObject } from '../../carrier/http/json.ts';
import {
  accessOf,
  answerFrom,
  carrierProblems,
  listAnswer,
  listView,
  recordAnswer,
  recordView,
} from './carrier-answers.ts';
import { routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';

const { reads } = routesOf('carrier');

export const PurchaseParams = z.object({
  purchase: z.string().meta({ description: 'A DID number, or its numeric inventory id.' }),
});
export const SipAccountParams = z.object({
  account: z.string().meta({ description: 'Name of the SIP account, or its numeric id.' }),
});

const OperationView = z.object({
  name: z.string(),
  what: z.string().nullable().meta({ description: 'The area of the document; null: none.' }),
  reads: z.array(z.string()).meta({ description: 'What Dialwright can use of its answer.' }),
  declared: z
    .object({ method: z.string(), path: z.string() })
    .nullable()
    .meta({ description: 'The declaration in the carrier profile; null: none.' }),
});

export const carrierReadRoutes = routes((app, deps) => {
  const list = async (asking: (account: CarrierAccount) => Promise<Answered<CarrierList>>) =>
    listView(await answerFrom(() => asking(accessOf(deps).account)));
  const record = async (asking: (account: CarrierAccount) => Promise<Answered<JsonObject>>) =>
    recordView(await answerFrom(() => asking(accessOf(deps).account)));

  app.get(
    '/carrier/numbers',
    reads('read', {
      operationId: 'listCarrierNumbers',
      summary: 'List the numbers that were bought (4.6)',
      querystring: z.object({}).catchall(z.string().max(256)).meta({
        description: 'Passed on to the carrier: pages and filters in its own format.',
      }),
      response: listAnswer,
    }),
    async ({ query }) => list((account) => account.listNumbers(query)),
  );

  app.get(
    '/carrier/numbers/:number/documents',
    reads('operate', {
      operationId: 'listCarrierDocuments',
      summary: 'The regulatory documents of a number (4.6)',
      params: z.object({ number: z.string().meta({ description: 'The DID number.' }) }),
      response: listAnswer,
    }),
    async ({ params: { number } }) => list((account) => account.listDocuments(number)),
  );

  app.get(
    '/carrier/documents/:documentId',
    reads('operate', {
      operationId: 'getCarrierDocument',
      summary: 'One regulatory document (4.6)',
      params: z.object({ documentId: z.string() }),
      response: recordAnswer,
    }),
    async ({ params: { documentId } }) => record((account) => account.readDocument(documentId)),
  );

  app.get(
    '/carrier/purchases/:purchase/destinations',
    reads('read', {
      operationId: 'listCarrierDestinations',
      summary: 'List the destinations of a number (4.4)',
      params: PurchaseParams,
      response: listAnswer,
    }),
    async ({ params: { purchase } }) => list((account) => account.listDestinations(purchase)),
  );

  app.get(
    '/carrier/sip-accounts/:account',
    reads('admin', {
      operationId: 'getCarrierSipAccount',
      summary: 'A SIP account (4.5)',
      params: SipAccountParams,
      response: recordAnswer,
    }),
    async ({ params }) => record((account) => account.readSipAccount(params.account)),
  );

  app.get(
    '/carrier/sip-accounts/:account/allowed-ips',
    reads('read', {
      operationId: 'listCarrierAllowedIps',
      summary: 'The allowed addresses of a SIP account (4.5)',
      params: SipAccountParams,
      response: listAnswer,
    }),
    async ({ params }) => list((account) => account.listAllowedIps(params.account)),
  );

  app.get(
    '/carrier/operations',
    reads('read', {
      operationId: 'listCarrierOperations',
      summary:
        'List the operations that the document only names (4.7), and which of them the profile declares',
      response: {
        200: jsonAnswer('By name', z.object({ data: z.array(OperationView) })),
        ...carrierProblems(),
      },
    }),
    async () => {
      const data = accessOf(deps).operations.map(({ declared, reads, ...one }) => ({
        ...one,
        reads: [...reads],
        declared: declared && { method: declared.method, path: declared.path },
      }));
      return { data };
    },
  );
});
