/** Advice for an address in a setting that does not answer. */

/** The code of the innermost error, or its message. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
  return String(cause);
}

const UNKNOWN_NAME = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'];
const NO_WAY = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'];

/**
 * @param cause from `causeOf`
 * @param whenNobodyListens for other causes: the host exists, but accepts no connection
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
