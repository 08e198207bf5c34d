/** The place of the recordings, as `DIALWRIGHT_RECORDINGS` names it: a folder, or a bucket of an object store. */
import { resolve } from 'node:path';

export type RecordingPlace = FolderPlace | S3Place;

export interface FolderPlace {
  kind: 'folder';
  /** Absolute. */
  path: string;
}

export interface S3Place extends S3Access {
  kind: 's3';
  bucket: string;
  /** Beginning of every key: empty, or it ends with a slash. */
  prefix: string;
}

export interface S3Access {
  /** Undefined: Amazon S3. */
  endpoint?: string | undefined;
  /** Undefined: as the SDK finds it, for example in `AWS_REGION`. */
  region?: string | undefined;
  /** The bucket is in the URL's path, not in its host name. Undefined: only with an endpoint. */
  pathStyle?: boolean | undefined;
  /** How long a link to a recording works. Undefined: the server sends recordings itself. */
  linkSeconds?: number | undefined;
}

/** Bucket names by Amazon's rules, and prefixes of characters that need no care in a URL. */
const S3_URL =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w.!*'()-]+\/)*[\w.!*'()-]*))?$/;
/** `C:\recordings` is a path. */
const ANY_URL = /^(?:s3:|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Why this names no place, as text for people that does not repeat it; undefined if it names one. */
export function whyNoPlace(text: string): string | undefined {
  if (!ANY_URL.test(text)) return undefined;
  if (!/^s3:/i.test(text)) return 'must be the path of a folder, or look like s3://bucket/prefix';
  const found = S3_URL.exec(text);
  if (!found || found[2]?.split('/').some((part) => part === '.' || part === '..')) {
    return (
      'must look like s3://bucket/prefix; a bucket has 3 to 63 lower-case letters, digits, dots and hyphens, ' +
      "and keys and passwords are not part of it: they come from the SDK's usual settings"
    );
  }
  return undefined;
}

/** @param text for which `whyNoPlace` found nothing */
export function recordingPlace(text: string, access: S3Access): RecordingPlace {
  const found = S3_URL.exec(text);
  if (!found) return { kind: 'folder', path: resolve(text) };
  const prefix = found[2]?.replace(/\/$/, '') ?? '';
  return { kind: 's3', bucket: found[1]!, prefix: prefix === '' ? '' : `${prefix}/`, ...access };
}

/** Why no object store can be reached there, as text for people; undefined if one may be. */
export function whyNoEndpoint(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return 'must be a URL, like https://minio.example.com:9000';
  }
  if (url.username !== '' || url.password !== '') {
    return "must not hold user or password; credentials come from the SDK's usual settings";
  }
  return url.search === '' && url.hash === '' ? undefined : 'must end before ? and #';
}
