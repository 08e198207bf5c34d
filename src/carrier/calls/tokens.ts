/**
 * Callback URLs with tokens. Webhooks are not signed (interface document 5.6), so the token in the URL proves that we
 * made the URL for one placement. All that it allows is to make us poll this call.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parsePlacementId, placementId, type PlacementKey } from '../../domain/ids.ts';
import { CallbackUrlError } from '../http/errors.ts';
import { whyNotPublic } from '../../outgoing/public-address.ts';

/** The first secret signs. All are accepted, so that secrets can be rotated. */
export type HookSecrets = readonly string[];

/** Interface document 2.2. */
const MAX_CALLBACK_URL_LENGTH = 255;
/** A token is 128 bits of the HMAC. */
const TOKEN_BYTES = 16;
const TOKEN_LENGTH = 22;
/** The longest `{ref}.{placement}` (domain/ids). */
const LONGEST_PLACEMENT_ID = 38;

/** Why a public URL cannot be used for callbacks; undefined: it can. */
export function checkPublicUrl(text: string): string | undefined {
  const reason = whyNotPublic(text);
  if (reason !== undefined) return reason;
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '') return 'must not carry a query or fragment';
  const longest = clickToCallUrl(text, 'r'.repeat(LONGEST_PLACEMENT_ID), 't'.repeat(TOKEN_LENGTH));
  return longest.length > MAX_CALLBACK_URL_LENGTH
    ? `is too long: callback URLs may have ${MAX_CALLBACK_URL_LENGTH} characters`
    : undefined;
}

/**
 * `{publicUrl}/hooks/click2call/{ref}.{placement}/{token}`: the callback URL of one placement.
 * @throws CallbackUrlError if the carrier would refuse it (2.2), or there is no secret to sign it
 */
export function callbackUrl(publicUrl: string, key: PlacementKey, secrets: HookSecrets): string {
  requirePublic(publicUrl);
  const id = placementId(key);
  const url = clickToCallUrl(publicUrl, id, sign('click2call', id, signer(secrets)));
  if (url.length > MAX_CALLBACK_URL_LENGTH) {
    throw new CallbackUrlError('the callback URL is longer than the carrier allows');
  }
  return url;
}

/** Whether `token` was made for this `{ref}.{placement}` with any of the secrets. Takes constant time. */
export function verifyCallbackToken(id: string, token: string, secrets: HookSecrets): boolean {
  return verify('click2call', id, token, secrets);
}

/** The placement whose callback URL this is, whatever its host; undefined: we did not make the URL. */
export function placementOfCallbackUrl(
  url: string,
  secrets: HookSecrets,
): PlacementKey | undefined {
  const [, id = '', token = ''] = CALLBACK_PATH.exec(URL.parse(url)?.pathname ?? '') ?? [];
  return verifyCallbackToken(id, token, secrets) ? parsePlacementId(id) : undefined;
}

const CALLBACK_PATH = /\/hooks\/click2call\/([\w.]+)\/([\w-]+)$/;

/**
 * `{publicUrl}/hooks/recordings/{token}`: the URL for the account's recording webhooks, to be set at the carrier.
 * @throws CallbackUrlError as `callbackUrl` does
 */
export function recordingHookUrl(publicUrl: string, secrets: HookSecrets): string {
  requirePublic(publicUrl);
  return `${canonical(publicUrl)}/hooks/recordings/${sign('recordings', '', signer(secrets))}`;
}

/**
 * `{publicUrl}/hooks/recordings/{ref}.{placement}/{token}`: the URL for the recording webhook of one placement, for
 * carriers that accept such a URL with the call. It has the length of `callbackUrl`, and throws as that does.
 */
export function recordingUrlOfCall(
  publicUrl: string,
  key: PlacementKey,
  secrets: HookSecrets,
): string {
  requirePublic(publicUrl);
  const id = placementId(key);
  const token = sign('recording', id, signer(secrets));
  return `${canonical(publicUrl)}/hooks/recordings/${id}/${token}`;
}

/** Whether `token` was made for the recording of this `{ref}.{placement}`. */
export function verifyRecordingTokenOfCall(
  id: string,
  token: string,
  secrets: HookSecrets,
): boolean {
  return verify('recording', id, token, secrets);
}

export function verifyRecordingToken(token: string, secrets: HookSecrets): boolean {
  return verify('recordings', '', token, secrets);
}

function verify(purpose: string, text: string, token: string, secrets: HookSecrets): boolean {
  let valid = false;
  for (const secret of secrets) {
    // All secrets are tried, so that the time taken reveals nothing about the token.
    valid = equal(sign(purpose, text, secret), token) || valid;
  }
  return valid;
}

// The purpose is signed too, so that a token of one kind is not valid as another.
function sign(purpose: string, text: string, secret: string): string {
  const mac = createHmac('sha256', secret).update(`${purpose}\0${text}`).digest();
  return mac.subarray(0, TOKEN_BYTES).toString('base64url');
}

function equal(a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function signer(secrets: HookSecrets): string {
  const [first] = secrets;
  if (first === undefined) throw new CallbackUrlError('there is no hook secret');
  return first;
}

function requirePublic(publicUrl: string): void {
  const reason = checkPublicUrl(publicUrl);
  if (reason !== undefined) throw new CallbackUrlError(`the public URL ${reason}`);
}

const clickToCallUrl = (publicUrl: string, id: string, token: string): string =>
  `${canonical(publicUrl)}/hooks/click2call/${id}/${token}`;

// In encoded form, because encoding makes a host name in another script longer, and the length has a limit.
function canonical(publicUrl: string): string {
  const { origin, pathname } = new URL(publicUrl);
  return origin + pathname.replace(/\/+$/, '');
}
