/** Routes that change the carrier's resources (4.4, 4.5). */
import * as z from 'zod';
import type { Answered } from '../../carrier/carrier-account/account-answer.ts';
import type { CarrierAccount } from '../../carrier/carrier-account/account.ts';
import type { JsonObject } from '../../carrier/http/json.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { CarrierObject, recordAnswer, recordView } from './carrier-answers.ts';
import { changeAtCarrier, ifReadable, inList, withoutSecrets } from './carrier-change.ts';
import { PurchaseParams, SipAccountParams } from './carrier-reads.ts';
import { parts, routes, routesOf } from '../http/routes.ts';

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

interface ChangeRoute<Params extends z.ZodObject> {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below /v1/; with the parameters in their places it is the target in the audit. */
  path: string;
  /** As the audit names it. */
  operation: string;
  operationId: string;
  summary: string;
  params: Params;
  /** A DELETE sends nothing. */
  body?: typeof FieldsInput | typeof AllowedIpInput;
  /** What the audit has as the resource before the change; null: there is none. */
  before: ((account: CarrierAccount, of: z.infer<Params>) => Promise<JsonObject | null>) | null;
  send: (
    account: CarrierAccount,
    of: z.infer<Params>,
    fields: JsonObject,
  ) => Promise<Answered<JsonObject>>;
}

const { changes } = routesOf('carrier');

const changeRoute = <Params extends z.ZodObject>(route: ChangeRoute<Params>) =>
  routes((app, deps) => {
    const { method, path, operation, operationId, summary, params, body, before, send } = route;
    app.route({
      method,
      url: `/${path}`,
      ...changes('admin', {
        operationId,
        summary,
        params,
        ...(body && { body }),
        response: recordAnswer,
      }),
      handler: async (request, reply) => {
        const of = request.params as z.infer<Params>;
        const fields = body ? fieldsOf(request.body as GivenFields, deps) : null;
        const target = path.replaceAll(/:(\w+)/g, (_, name: string) => String(of[name]));
        const wanted = {
          change: { operation, target, asked: withoutSecrets(fields) },
          before: before && ((account: CarrierAccount) => before(account, of)),
          send: (account: CarrierAccount) => send(account, of, fields ?? {}),
        };
        return recordView(await changeAtCarrier(deps, { request, reply }, wanted));
      },
    });
  });

type GivenFields = z.infer<typeof FieldsInput> | z.infer<typeof AllowedIpInput>;

function fieldsOf(given: GivenFields, { settings }: ResourceDeps): JsonObject {
  if (!('address' in given)) return given.fields;
  return { ...given.fields, [settings.carrierProfile.allowedIps.addressField]: given.address };
}

const DESTINATIONS = 'carrier/purchases/:purchase/destinations';
const SIP_ACCOUNT = 'carrier/sip-accounts/:account';

const ROUTES = [
  changeRoute({
    method: 'POST',
    path: DESTINATIONS,
    operation: 'create-destination',
    operationId: 'createCarrierDestination',
    summary: 'Add a destination of a number (4.4)',
    params: PurchaseParams,
    body: FieldsInput,
    before: null,
    send: (account, { purchase }, fields) => account.createDestination(purchase, fields),
  }),
  changeRoute({
    method: 'PUT',
    path: `${DESTINATIONS}/:destinationId`,
    operation: 'update-destination',
    operationId: 'updateCarrierDestination',
    summary: 'Change a destination of a number (4.4)',
    params: DestinationParams,
    body: FieldsInput,
    before: (account, { purchase, destinationId: id }) =>
      inList(account.listDestinations(purchase), id),
    send: (account, { purchase, destinationId: id }, fields) =>
      account.updateDestination(purchase, id, fields),
  }),
  changeRoute({
    method: 'DELETE',
    path: `${DESTINATIONS}/:destinationId`,
    operation: 'delete-destination',
    operationId: 'deleteCarrierDestination',
    summary: 'Delete a destination of a number (4.4)',
    params: DestinationParams,
    before: (account, { purchase, destinationId: id }) =>
      inList(account.listDestinations(purchase), id),
    send: (account, { purchase, destinationId: id }) => account.deleteDestination(purchase, id),
  }),
  changeRoute({
    method: 'PUT',
    path: SIP_ACCOUNT,
    operation: 'update-sip-account',
    operationId: 'updateCarrierSipAccount',
    summary: 'Change a SIP account (4.5)',
    params: SipAccountParams,
    body: FieldsInput,
    before: (account, { account: name }) => ifReadable(account.readSipAccount(name)),
    send: (account, { account: name }, fields) => account.updateSipAccount(name, fields),
  }),
  changeRoute({
    method: 'DELETE',
    path: SIP_ACCOUNT,
    operation: 'delete-sip-account',
    operationId: 'deleteCarrierSipAccount',
    summary: 'Delete a SIP account (4.5)',
    params: SipAccountParams,
    before: (account, { account: name }) => ifReadable(account.readSipAccount(name)),
    send: (account, { account: name }) => account.deleteSipAccount(name),
  }),
  changeRoute({
    method: 'POST',
    path: `${SIP_ACCOUNT}/allowed-ips`,
    operation: 'add-allowed-ip',
    operationId: 'addCarrierAllowedIp',
    summary: 'Add an allowed address to a SIP account (4.5)',
    params: SipAccountParams,
    body: AllowedIpInput,
    before: null,
    send: (account, { account: name }, fields) => account.addAllowedIp(name, fields),
  }),
  changeRoute({
    method: 'DELETE',
    path: `${SIP_ACCOUNT}/allowed-ips/:allowedIpId`,
    operation: 'delete-allowed-ip',
    operationId: 'deleteCarrierAllowedIp',
    summary: 'Remove an allowed address from a SIP account (4.5)',
    params: AllowedIpParams,
    before: (account, { account: name, allowedIpId: id }) =>
      inList(account.listAllowedIps(name), id),
    send: (account, { account: name, allowedIpId: id }) => account.deleteAllowedIp(name, id),
  }),
];

export const carrierChangeRoutes = parts(() => ROUTES);
