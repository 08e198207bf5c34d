/** Routes that change the carrier's resources (4.4, 4.5). */
import * as z from 'zod';
import type { JsonObject } from '../../carrier/http/json.ts';
import { CarrierObject, recordAnswer, recordView } from './carrier-answers.ts';
import { changeAtCarrier, ifReadable, inList, withoutSecrets } from './carrier-change.ts';
import { PurchaseParams, SipAccountParams } from './carrier-reads.ts';
import { routes, routesOf } from '../http/routes.ts';

const FieldsInput = z
  .strictObject({
    fields: CarrierObject.meta({
      description:
        'The body to send, in the carrier’s own format, which its document does not show.',
    }),
  })
  .meta({ id: 'CarrierFieldsInput' });
const AllowedIpInput = z
  .strictObject({
    address: z.string().min(1).max(64),
    fields: CarrierObject.default({}).meta({
      description: 'Further fields of the body, besides the address.',
    }),
  })
  .meta({ id: 'CarrierAllowedIpInput' });
const DestinationParams = PurchaseParams.extend({ destinationId: z.string() });
const AllowedIpParams = SipAccountParams.extend({
  allowedIpId: z.string().meta({ description: 'Of the entry; not the address.' }),
});

const { changes } = routesOf('carrier');

export const carrierChangeRoutes = routes(async (app, deps) => {
  await app.register(destinationChanges(deps));
  await app.register(sipAccountChanges(deps));
  await app.register(allowedIpChanges(deps));
});

const destinationChanges = routes((app, deps) => {
  const listOf = (purchase: string) => `carrier/purchases/${purchase}/destinations`;

  app.post(
    '/carrier/purchases/:purchase/destinations',
    changes('admin', {
      operationId: 'createCarrierDestination',
      summary: 'Add a destination of a number (4.4)',
      params: PurchaseParams,
      body: FieldsInput,
      response: recordAnswer,
    }),
    async (request, reply) => {
      const { purchase } = request.params;
      const { fields } = request.body;
      const done = await changeAtCarrier(
        deps,
        { request, reply },
        {
          change: changeOf('create-destination', listOf(purchase), fields),
          before: null,
          send: (account) => account.createDestination(purchase, fields),
        },
      );
      return recordView(done);
    },
  );

  app.put(
    '/carrier/purchases/:purchase/destinations/:destinationId',
    changes('admin', {
      operationId: 'updateCarrierDestination',
      summary: 'Change a destination of a number (4.4)',
      params: DestinationParams,
      body: FieldsInput,
      response: recordAnswer,
    }),
    async (request, reply) => {
      const { purchase, destinationId: id } = request.params;
      const { fields } = request.body;
      const done = await changeAtCarrier(
        deps,
        { request, reply },
        {
          change: changeOf('update-destination', `${listOf(purchase)}/${id}`, fields),
          before: (account) => inList(account.listDestinations(purchase), id),
          send: (account) => account.updateDestination(purchase, id, fields),
        },
      );
      return recordView(done);
    },
  );

  app.delete(
    '/carrier/purchases/:purchase/destinations/:destinationId',
    changes('admin', {
      operationId: 'deleteCarrierDestination',
      summary: 'Delete a destination of a number (4.4)',
      params: DestinationParams,
      response: recordAnswer,
    }),
    async (request, reply) => {
      const { purchase, destinationId: id } = request.params;
      const done = await changeAtCarrier(
        deps,
        { request, reply },
        {
          change: changeOf('delete-destination', `${listOf(purchase)}/${id}`, null),
          before: (account) => inList(account.listDestinations(purchase), id),
          send: (account) => account.deleteDestination(purchase, id),
        },
      );
      return recordView(done);
    },
  );
});

const sipAccountChanges = routes((app, deps) => {
  app.put(
    '/carrier/sip-accounts/:account',
    changes('admin', {
      operationId: 'updateCarrierSipAccount',
      summary: 'Change a SIP account (4.5)',
      params: SipAccountParams,
      body: FieldsInput,
      response: recordAnswer,
    }),
    async (request, reply) => {
      const name = request.params.account;
      const { fields } = request.body;
      const done = await changeAtCarrier(
        deps,
        { request, reply },
        {
          change: changeOf('update-sip-account', `carrier/sip-accounts/${name}`, fields),
          before: (account) => ifReadable(account.readSipAccount(name)),
          send: (account) => account.updateSipAccount(name, fields),
        },
      );
      return recordView(done);
    },
  );

  app.delete(
    '/carrier/sip-accounts/:account',
    changes('admin', {
      operationId: 'deleteCarrierSipAccount',
      summary: 'Delete a SIP account (4.5)',
      params: SipAccountParams,
      response: recordAnswer,
    }),
    async (request, reply) => {
      const name = request.params.account;
      const done = await changeAtCarrier(
        deps,
        { request, reply },
        {
          change: changeOf('delete-sip-account', `carrier/sip-accounts/${name}`, null),
          before: (account) => ifReadable(account.readSipAccount(name)),
          send: (account) => account.deleteSipAccount(name),
        },
      );
      return recordView(done);
    },
  );
});

const allowedIpChanges = routes((app, deps) => {
  app.post(
    '/carrier/sip-accounts/:account/allowed-ips',
    changes('admin', {
      operationId: 'addCarrierAllowedIp',
      summary: 'Add an allowed address to a SIP account (4.5)',
      params: SipAccountParams,
      body: AllowedIpInput,
      response: recordAnswer,
    }),
    async (request, reply) => {
      const name = request.params.account;
      const { address, fields: more } = request.body;
      const { addressField } = deps.settings.carrierProfile.allowedIps;
      const fields = { ...more, [addressField]: address };
      const done = await changeAtCarrier(
        deps,
        { request, reply },
        {
          change: changeOf('add-allowed-ip', `carrier/sip-accounts/${name}/allowed-ips`, fields),
          before: null,
          send: (account) => account.addAllowedIp(name, fields),
        },
      );
      return recordView(done);
    },
  );

  app.delete(
    '/carrier/sip-accounts/:account/allowed-ips/:allowedIpId',
    changes('admin', {
      operationId: 'deleteCarrierAllowedIp',
      summary: 'Remove an allowed address from a SIP account (4.5)',
      params: AllowedIpParams,
      response: recordAnswer,
    }),
    async (request, reply) => {
      const { account: name, allowedIpId: id } = request.params;
      const target = `carrier/sip-accounts/${name}/allowed-ips/${id}`;
      const done = await changeAtCarrier(
        deps,
        { request, reply },
        {
          change: changeOf('delete-allowed-ip', target, null),
          before: (account) => inList(account.listAllowedIps(name), id),
          send: (account) => account.deleteAllowedIp(name, id),
        },
      );
      return recordView(done);
    },
  );
});

const changeOf = (operation: string, target: string, asked: JsonObject | null) => ({
  operation,
  target,
  asked: withoutSecrets(asked),
});
