/** What the object store refuses, as text for people. It holds no bucket, key or credential. */
import { ArchiveFault } from './recording-archive.ts';

/** The SDK's errors hold the signed request, so they are not kept as the cause. */
export function archiveFault(what: string, error: unknown): ArchiveFault {
  return error instanceof ArchiveFault ? error : new ArchiveFault(`${what}: ${reasonOf(error)}`);
}

export const statusOf = (error: unknown): number | undefined => partsOf(error).status;

const CREDENTIALS = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
];
const OTHER_REGION = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
];
const NOT_REACHED = /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
const TOO_SLOW = ['ETIMEDOUT', 'TimeoutError', 'AbortError'];

function reasonOf(error: unknown): string {
  const { name, code, status } = partsOf(error);
  if (name === 'CredentialsProviderError') {
    return 'no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role';
  }
  const shown = shownCode(status === undefined ? (code ?? name) : name, status);
  // The answer to a HEAD has no body with a better name.
  if (['NoSuchBucket', 'NotFound'].includes(name)) {
    return `the bucket that DIALWRIGHT_RECORDINGS names does not exist ${shown}`;
  }
  if (CREDENTIALS.includes(name) || status === 401) {
    return `the object store does not accept the credentials ${shown}`;
  }
  if (name === 'RequestTimeTooSkewed') {
    return `the clocks of this machine and of the object store differ too much ${shown}`;
  }
  if (OTHER_REGION.includes(name) || status === 301) {
    return `the bucket is in another region than DIALWRIGHT_RECORDINGS_S3_REGION says ${shown}`;
  }
  if (status === 403) {
    return `the credentials lack a right on the bucket that DIALWRIGHT_RECORDINGS names ${shown}`;
  }
  if (status === undefined && NOT_REACHED.test(code ?? '')) {
    return `the object store cannot be reached ${shown}`;
  }
  if (status === undefined && [code ?? '', name].some((each) => TOO_SLOW.includes(each))) {
    return 'the object store did not answer in time';
  }
  return `the object store refuses ${shown}`;
}

interface ErrorParts {
  name: string;
  /** Of Node's network errors. */
  code: string | undefined;
  /** Undefined: no answer came. */
  status: number | undefined;
}

function partsOf(error: unknown): ErrorParts {
  const { name, code, $metadata } = error as Partial<SdkError>;
  return {
    name: String(name),
    code: typeof code === 'string' ? code : undefined,
    status: $metadata?.httpStatusCode,
  };
}

interface SdkError {
  name: string;
  code: unknown;
  $metadata: { httpStatusCode?: number };
}

/** The store chooses its codes, so only what looks like one is shown. `Unknown`: the answer had none. */
function shownCode(code: string, status: number | undefined): string {
  const isCode = /^(?!Unknown)[A-Za-z_]{1,64}$/.test(code);
  const parts = [isCode ? code : undefined, status];
  return `(${parts.filter((part) => part !== undefined).join(', ') || 'unknown fault'})`;
}
