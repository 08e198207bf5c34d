/**
 * The account's resources at the carrier: destinations of purchases, SIP accounts, numbers and documents.
 * The interface document does not show bodies, so they are sent as given and returned with every field.
 * Every method rejects with `CarrierInputError` before anything is sent, or with `CarrierError` if there is no usable
 * answer. Reads are retried; changes are not.
 */
import {
  readAnswered,
  readList,
  readRecord,
  readValue,
  type Answered,
  type CarrierList,
} from './account-answer.ts';
import { callPath, destroyRequest } from '../calls/call-resource.ts';
import { openAccountSending, type AskCarrier, type SendingSettings } from './account-sending.ts';
import {
  didNumber,
  documentSegment,
  idSegment,
  purchaseSegment,
  requireId,
} from './identifiers.ts';
import type { JsonObject } from '../http/json.ts';
import {
  declaredFields,
  declaredOperation,
  operationRequest,
  type OperationInput,
} from './operations.ts';
import type { CarrierProfile } from '../http/profile.ts';
import { routeTo } from '../http/route.ts';
import { queryOf, type OneRequest } from '../http/send-once.ts';
import type { Answer } from '../http/response.ts';

export interface CarrierAccount {
  /** A call as the carrier shows it, with every field (4.2). `show` of the client reads it for workflows. */
  readCall(id: string): Promise<Answered<JsonObject>>;
  /** Ends a call (4.2; method and path from the profile). */
  endCall(id: string): Promise<Answered<JsonObject>>;

  /** Destinations of a purchase (4.4), named by DID number or inventory id. */
  listDestinations(purchase: string): Promise<Answered<CarrierList>>;
  /** Adds a destination (4.4). */
  createDestination(purchase: string, body: JsonObject): Promise<Answered<JsonObject>>;
  /** Changes a destination (4.4). */
  updateDestination(purchase: string, id: string, body: JsonObject): Promise<Answered<JsonObject>>;
  /** Deletes a destination (4.4). */
  deleteDestination(purchase: string, id: string): Promise<Answered<JsonObject>>;

  /** A SIP account (4.5), by name or numeric id. */
  readSipAccount(account: string): Promise<Answered<JsonObject>>;
  /** Changes a SIP account (4.5). */
  updateSipAccount(account: string, body: JsonObject): Promise<Answered<JsonObject>>;
  /** Deletes a SIP account (4.5). */
  deleteSipAccount(account: string): Promise<Answered<JsonObject>>;
  /** The addresses a SIP account may be used from (4.5). */
  listAllowedIps(account: string): Promise<Answered<CarrierList>>;
  /** Adds an allowed address (4.5); `allowedIps.addressField` of the profile names its field. */
  addAllowedIp(account: string, body: JsonObject): Promise<Answered<JsonObject>>;
  /** Removes an allowed address (4.5; path from the profile). `id` is the id of the entry, not the address. */
  deleteAllowedIp(account: string, id: string): Promise<Answered<JsonObject>>;

  /** The numbers that were bought (4.6). The document does not show pages, so `query` is sent as given. */
  listNumbers(query?: Record<string, string>): Promise<Answered<CarrierList>>;
  /** The regulatory documents of a number (4.6), by the DID number only. */
  listDocuments(number: string): Promise<Answered<CarrierList>>;
  /** One regulatory document (4.6; method from the profile), by its own id only. */
  readDocument(id: string): Promise<Answered<JsonObject>>;

  /** An operation that the document only names (4.7), as `operations` of the profile declares it. */
  run(name: string, input: OperationInput): Promise<Answered<OperationAnswer>>;
}

export interface OperationAnswer {
  /** The JSON of the body, or its text if it is not JSON. */
  body: unknown;
  /** The values at the pointers of `read`. */
  fields: JsonObject;
}

export function createCarrierAccount(ask: AskCarrier, profile: CarrierProfile): CarrierAccount {
  const asking = async <Value>(
    request: OneRequest,
    read: (answer: Answer) => Value | undefined,
  ): Promise<Answered<Value>> => readAnswered(request, await ask(request), profile, read);
  const list = (path: string) => asking({ method: 'GET', path }, readList);
  const record = (request: OneRequest) => asking(request, readRecord);

  return {
    readCall: async (id) => record({ method: 'GET', path: callPath(requireId('call', id)) }),
    endCall: async (id) => record(destroyRequest(requireId('call', id), profile)),

    listDestinations: async (purchase) => list(destinations(purchase)),
    createDestination: async (purchase, body) =>
      record({ method: 'POST', path: destinations(purchase), body }),
    updateDestination: async (purchase, id, body) =>
      record({ method: 'PUT', path: destination(purchase, id), body }),
    deleteDestination: async (purchase, id) =>
      record({ method: 'DELETE', path: destination(purchase, id) }),

    readSipAccount: async (account) => record({ method: 'GET', path: sipAccount(account) }),
    updateSipAccount: async (account, body) =>
      record({ method: 'PUT', path: sipAccount(account), body }),
    deleteSipAccount: async (account) => record({ method: 'DELETE', path: sipAccount(account) }),
    listAllowedIps: async (account) => list(`${sipAccount(account)}/allowed_ips`),
    addAllowedIp: async (account, body) =>
      record({ method: 'POST', path: `${sipAccount(account)}/allowed_ips`, body }),
    deleteAllowedIp: async (account, id) =>
      record({ method: 'DELETE', path: allowedIp(profile.allowedIps.path, account, id) }),

    listNumbers: async (query = {}) => list(NUMBERS + queryOf(query)),
    listDocuments: async (number) =>
      list(`${NUMBERS}/documents${queryOf({ number: didNumber(number) })}`),
    readDocument: async (id) => {
      const { method, numberFromDigits } = profile.documents;
      return record({
        method,
        path: `${NUMBERS}/documents/${documentSegment(id, numberFromDigits)}`,
      });
    },

    run: async (name, input) => {
      const request = operationRequest(name, input, profile);
      const declared = declaredOperation(name, profile);
      return asking(request, (answer) => {
        const body = readValue(answer) ?? answer.bytes.toString();
        return { body, fields: declaredFields(body, declared) };
      });
    },
  };
}

/** Checks a request without sending it. @throws CarrierInputError as the request itself would */
export async function checkInput(
  question: (account: CarrierAccount) => Promise<unknown>,
  profile: CarrierProfile,
): Promise<void> {
  const sendable = new Error('it would be sent');
  const ask = async () => {
    throw sendable;
  };
  try {
    await question(createCarrierAccount(ask, profile));
  } catch (error) {
    if (error !== sendable) throw error;
  }
}

const NUMBERS = '/api/v2/numbers';

const destinations = (purchase: string) =>
  `/api/v1/purchases/${purchaseSegment(purchase)}/destinations`;
const destination = (purchase: string, id: string) =>
  `${destinations(purchase)}/${idSegment('destination', id)}`;
const sipAccount = (account: string) => `/api/v1/sipaccounts/${idSegment('SIP account', account)}`;
const allowedIp = (path: string, account: string, id: string) =>
  path
    .replaceAll('{sipaccount_id}', () => idSegment('SIP account', account))
    .replaceAll('{id}', () => idSegment('allowed IP', id));

export interface OpenCarrierAccount extends CarrierAccount {
  close(): Promise<void>;
}

/** @throws RangeError if the base URL is refused */
export function openCarrierAccount(
  settings: Omit<SendingSettings, 'route'> & { baseUrl: string; apiKey: string },
): OpenCarrierAccount {
  const sending = openAccountSending({ ...settings, route: routeTo(settings) });
  const account = createCarrierAccount(sending.ask, settings.profile);
  return { ...account, close: () => sending.close() };
}
