/** The kinds of values that settings have. */
import * as z from 'zod';
import { readAddressRange } from '../carrier/carrier-account/address-range.ts';
import { readPayloadKeys, type PayloadKey } from '../codec/payload-keys.ts';

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
/** Finds characters that a header cannot contain; pasted ones are often invisible. The result does not contain the value. */
function unprintable(text: string): string | undefined {
  const at = text.search(/[^!-~]/);
  if (at === -1) return undefined;
  return `a space or a character other than printable ASCII at position ${at + 1}`;
}
export const secret = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const fault = unprintable(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: `has ${fault}` });
  });
export const secretList = (least: number) =>
  list
    .superRefine((parts, context) => {
      for (const [index, part] of parts.entries()) {
        const fault = unprintable(part);
        if (fault === undefined) continue;
        const message = `entry ${index + 1} has ${fault}; \`openssl rand -hex 32\` makes a good one`;
        context.addIssue({ code: 'custom', message });
      }
    })
    .refine((parts) => parts.length > 0, 'needs at least one entry')
    .refine(
      (parts) => parts.every((part) => part.length >= least),
      `each entry needs ${least} characters or more`,
    );
export const checked = (check: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const reason = check(text);
    if (reason !== undefined) context.addIssue({ code: 'custom', message: reason });
  });
export const payloadKeys = z.string().transform((text, context): PayloadKey[] => {
  const read = readPayloadKeys(text);
  if ('keys' in read) return read.keys;
  for (const message of read.faults) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
export const origins = list.refine(
  (parts) => parts.every((part) => URL.parse(part)?.origin === part),
  'each entry must be an origin, like https://temporal.example.com',
);

export const addresses = list.superRefine((parts, context) => {
  for (const part of parts) {
    if (readAddressRange(part)) continue;
    const message = `${part} is not an address, like 192.0.2.7 or 2001:db8::7, or a range, like 192.0.2.0/28`;
    context.addIssue({ code: 'custom', message });
  }
});
export const proxies = addresses.superRefine((parts, context) => {
  for (const part of parts) {
    if (readAddressRange(part)?.prefix !== 0) continue;
    const message =
      `${part} would trust every address, so that anybody could name another one as its own; ` +
      "name your proxies' addresses or ranges";
    context.addIssue({ code: 'custom', message });
  }
});

const ADDRESS = /^(?<host>\[[\da-f:.]+\]|[^\s:[\]]+):(?<port>\d{1,5})$/i;
/** A host and a port to listen on, such as 127.0.0.1:9464 or [::1]:9464. */
export const listenAddress = z.string().transform((text, context): ListenAddress => {
  const { host = '', port = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (host !== '' && Number(port) <= 65_535) {
    return { host: host.replaceAll(/^\[|\]$/g, ''), port: Number(port) };
  }
  context.addIssue({ code: 'custom', message: 'must be a host and a port, like 127.0.0.1:9464' });
  return z.NEVER;
});

export interface ListenAddress {
  host: string;
  /** 0: any free one. */
  port: number;
}

export const megabytes = z.coerce.number().int().min(0).max(1_000_000_000);

/** Temporal joins name and build id with a dot, and Kubernetes keeps labels of 63 characters. */
export const deploymentPart = z
  .string()
  .regex(/^[\w/-][\w./+-]{0,62}$/, 'must have at most 63 letters, digits and . - _ / +');
