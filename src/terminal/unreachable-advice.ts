/** What to do when nothing answers at an address that a setting names. */

/** The code of the error at the bottom, or its words. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
  return String(cause);
}

const UNKNOWN_NAME = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'];
const NO_WAY = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'];

/**
 * @param cause as `causeOf` gives it
 * @param whenNobodyListens for everything else: the host is there, and nothing takes the connection
 */
export function adviceFor(cause: string, setting: string, whenNobodyListens: string): string {
  if (UNKNOWN_NAME.includes(cause))
    return `correct the host name in ${setting}, or see that this machine can ask DNS: the name is not known`;
  if (NO_WAY.includes(cause))
    return `correct ${setting}, or open the way to it: no answer comes from there`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/.test(cause))
    return `see to the certificate of the address in ${setting}: TLS refuses it`;
  return whenNobodyListens;
}
