/** Checks identifiers in paths (2.5, 4.4–4.6). An invalid one is refused before anything is sent. */
import { usableId } from '../calls/call-resource.ts';
import { CarrierInputError } from '../http/errors.ts';

const NUMBER_OR_ID = /^\+?\d{1,20}$/;
/** E.164 numbers have at most 15 digits, and with the country code none has fewer than seven. */
const DID_NUMBER = /^\+?\d{7,15}$/;
const MOST_DIGITS = 15;

/** A purchase (2.5): its DID number or its numeric inventory id, as a path segment. @throws CarrierInputError */
export function purchaseSegment(purchase: string): string {
  if (NUMBER_OR_ID.test(purchase)) return encodeURIComponent(purchase);
  throw new CarrierInputError('purchase', 'must be a DID number or a numeric inventory id');
}

/** Any other resource's own id, or a SIP account's name, as a path segment. @throws CarrierInputError */
export const idSegment = (field: string, id: string): string =>
  encodeURIComponent(requireId(field, id));

/** @throws CarrierInputError */
export function requireId(field: string, id: string): string {
  if (usableId(id) !== undefined) return id;
  throw new CarrierInputError(field, 'must be 1 to 512 characters, and neither "." nor ".."');
}

/** The number that addresses a collection of documents (4.6). @throws CarrierInputError */
export function didNumber(number: string): string {
  if (DID_NUMBER.test(number)) return number;
  throw new CarrierInputError(
    'number',
    "must be a DID number of 7 to 15 digits: the documents of a number cannot be asked for by a document's id",
  );
}

/**
 * A document's own id (4.6). A number would not select one document, so a value that looks like a number is refused: one
 * with a leading `+`, or with at least `numberFromDigits` digits only. @throws CarrierInputError
 */
export function documentSegment(id: string, numberFromDigits: number): string {
  const digits = /^\+?\d+$/.test(id) ? id.replace('+', '').length : 0;
  if (id.startsWith('+') || (digits >= numberFromDigits && digits <= MOST_DIGITS)) {
    throw new CarrierInputError(
      'document',
      'must be the id of one document, and this is a number: list the documents of a number instead',
    );
  }
  return idSegment('document', id);
}
