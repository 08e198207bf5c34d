/**
 * Every setting of server and worker: how its value is read, and what it does. `npm run docs` makes .env.example and
 * docs/reference/settings.md of it.
 */
import * as z from 'zod';
import { checkCarrierUrl } from '../carrier/http/route.ts';
import { checkPublicUrl } from '../carrier/calls/tokens.ts';
import { databaseShape } from './database-settings.ts';
import { whyNoCurrency } from '../domain/money.ts';
import { ZONE_RULES_MAX_AGE_DAYS } from '../domain/zone-release.ts';
import { whyNoEndpoint, whyNoPlace } from '../recordings-archive/recording-place.ts';
import {
  addresses,
  checked,
  deploymentPart,
  list,
  listenAddress,
  megabytes,
  origins,
  payloadKeys,
  proxies,
  secret,
  secretList,
} from './setting-values.ts';
import { WORKS } from '../contract/messages.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type Level = (typeof LOG_LEVELS)[number];

/** A rolling cap may look back so far, and needs the dials until then. */
const LONGEST_CAP_DAYS = 90;
const days = (least: number) => z.coerce.number().int().min(least).max(36_500).optional();
const yesOrNo = z.stringbool('must be true or false');
const workList = list.pipe(z.array(z.enum(WORKS)).min(1));

/** A secret may also be in a file that NAME_FILE names, because container platforms provide secrets as files. */
export const SECRETS = [
  'DIALWRIGHT_CARRIER_API_KEY',
  'DIALWRIGHT_HOOK_SECRETS',
  'DIALWRIGHT_API_KEYS',
  'DIALWRIGHT_PAYLOAD_KEYS',
  'DIALWRIGHT_DATABASE_URL',
  'DIALWRIGHT_OIDC_CLIENT_SECRET',
];

const carrier = {
  DIALWRIGHT_CARRIER_URL: checked(checkCarrierUrl).meta({
    description:
      "Base of the carrier's API. https is required; plain http is accepted on loopback only, for the simulator.",
  }),
  DIALWRIGHT_CARRIER_API_KEY: secret.meta({ description: 'The key that the carrier gave you.' }),
  DIALWRIGHT_CARRIER_PROFILE: z.string().optional().meta({
    description:
      "JSON file with what the carrier's document does not show: docs/carrier-gaps.md. Without it the defaults of that page apply.",
    example: 'carrier-profile.json',
  }),
};

const ingress = {
  DIALWRIGHT_PUBLIC_URL: checked(checkPublicUrl).optional().meta({
    description:
      'Public https address that leads to this server. Without one there are no webhooks, and calls are polled.',
    example: 'https://dial.example.com',
  }),
  DIALWRIGHT_PUBLIC_ADDRESS: addresses.default([]).meta({
    description:
      'Addresses of this host as the carrier sees them, or ranges of them, separated by commas. If a SIP account has a list ' +
      'of allowed addresses, preflight checks that these are on it. Behind NAT this host cannot know them.',
    example: '192.0.2.7,2001:db8::7',
  }),
  DIALWRIGHT_HOOK_SECRETS: secretList(32).meta({
    description:
      'Secrets that sign callback URLs, separated by commas, 32 characters or more each. The first signs, all are accepted: ' +
      'to rotate, put a new one in front and remove the old one a day later. To create one: `openssl rand -base64 32`',
  }),
  DIALWRIGHT_RECORDING_ORIGINS: list.default([]).meta({
    description:
      'Recordings are fetched from public https addresses. These origins are allowed besides; for tests and closed networks.',
  }),
};

const ownApi = {
  DIALWRIGHT_API_KEYS: secretList(16).meta({
    description:
      'Keys with the role admin, separated by commas, 16 characters or more each, at random (`openssl rand -hex 24`). `dialwright keys create` makes others, ' +
      'with a name and a role, that are kept in the database.',
  }),
  DIALWRIGHT_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({
      description:
        'Address to listen on. The server speaks plain http: on any address but loopback it starts only if ' +
        'DIALWRIGHT_TLS_IN_FRONT=true confirms that a proxy in front of it speaks TLS.',
    }),
  DIALWRIGHT_TLS_IN_FRONT: yesOrNo.default(false).meta({
    description: 'Whether a proxy in front of the server speaks TLS.',
  }),
  DIALWRIGHT_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .meta({ description: 'Port to listen on.' }),
  DIALWRIGHT_TRUSTED_PROXIES: proxies.default([]).meta({
    description:
      'Proxies in front, by address or range, separated by commas. X-Forwarded-For is used only if it comes from one of ' +
      "them: it gives the client's address for the log. A proxy may also open more connections than a single client. " +
      'Do not list addresses from which others can send.',
    example: '10.0.0.0/8',
  }),
};

/** A name of a claim is no place for more. */
const MOST_OF_CLAIM = 100;

const identityProvider = {
  DIALWRIGHT_OIDC_ISSUER: checked(checkCarrierUrl)
    .optional()
    .meta({
      description:
        'Issuer URL of an OpenID Connect provider by which users may sign in; without it they have passwords. Its redirect URI is ' +
        '`/v1/session/provider/callback` of the dashboard.',
      example: 'https://login.example.com/realms/calls',
    }),
  DIALWRIGHT_OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'The client id that the provider gave this installation.' }),
  DIALWRIGHT_OIDC_CLIENT_SECRET: secret
    .optional()
    .meta({ description: 'The secret that belongs to the client id.' }),
  DIALWRIGHT_OIDC_NAME_CLAIM: z
    .string()
    .min(1)
    .max(MOST_OF_CLAIM)
    .default('email')
    .meta({
      description:
        'Claim that is the name of the user at the first sign-in. `email` counts only with `email_verified`; name another one only if ' +
        'people cannot choose it themselves, such as `preferred_username` of Microsoft Entra.',
    }),
};

const codec = {
  DIALWRIGHT_PAYLOAD_KEYS: payloadKeys.default([]).meta({
    description:
      'Keys that encrypt payloads, as id:key, separated by commas. The first encrypts, all decrypt. Server, worker and ' +
      'everything that reads histories need the same keys. Without keys, payloads are plain text. ' +
      'To create one: `echo "k1:$(openssl rand -base64 32)"`',
  }),
  DIALWRIGHT_CODEC_ORIGINS: origins.default([]).meta({
    description:
      'Origins of Web UIs that may use the codec endpoint, separated by commas, like http://127.0.0.1:8233.',
  }),
};

const recordings = {
  DIALWRIGHT_RECORDINGS: checked(whyNoPlace)
    .default('.dialwright/recordings')
    .meta({
      description:
        'Where recordings are kept: a folder, or an object store as s3://bucket/prefix (docs/recordings.md). Without a prefix ' +
        'the bucket must hold nothing else. Server and worker need the same.',
    }),
  DIALWRIGHT_RECORDINGS_S3_ENDPOINT: checked(whyNoEndpoint).optional().meta({
    description:
      "The object store's address, if it is not Amazon S3. Plain http is for closed networks only.",
    example: 'https://minio.example.com:9000',
  }),
  DIALWRIGHT_RECORDINGS_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'must look like eu-central-1')
    .optional()
    .meta({
      description: 'Its region; by default AWS_REGION. MinIO takes us-east-1.',
      example: 'eu-central-1',
    }),
  DIALWRIGHT_RECORDINGS_S3_PATH_STYLE: yesOrNo.optional().meta({
    description:
      'Whether the bucket is in the path of its URLs, and not in their host name; by default only with an endpoint.',
    example: 'true',
  }),
  DIALWRIGHT_RECORDINGS_S3_LINK_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(3_600)
    .optional()
    .meta({
      description:
        'With this setting the API redirects to a link on the object store that works for so many seconds. Anybody who has ' +
        'the link can listen. By default the server sends recordings itself.',
      example: '60',
    }),
  DIALWRIGHT_RECORDING_FILE_MAX_MB: megabytes.default(512).meta({
    description:
      'A larger recording is not stored, and its call shows why. An MB is 1,000,000 bytes.',
  }),
  DIALWRIGHT_RECORDINGS_TOTAL_MAX_MB: megabytes.default(100_000).meta({
    description:
      'The most that all recordings may use together. At this limit the recording desk closes until some are removed.',
  }),
  DIALWRIGHT_RECORDINGS_KEEP_FREE_MB: megabytes.default(512).meta({
    description:
      'Free space that must remain on the disk of the folder after a recording; without it the desk waits.',
  }),
};

const retention = {
  DIALWRIGHT_RECORDINGS_DAYS: days(1).meta({
    description: 'Days that recordings are kept, from the end of the call.',
  }),
  DIALWRIGHT_WEBHOOK_BODIES_DAYS: days(1).meta({
    description: 'Days that bodies of webhooks are kept, from their arrival.',
  }),
  DIALWRIGHT_CONTACTS_DAYS: days(LONGEST_CAP_DAYS + 1).meta({
    description:
      'Days that names and numbers of contacts are kept, from the end of their campaign. At least 91, because caps may look ' +
      'back 90 days.',
  }),
  DIALWRIGHT_CALLS_DAYS: days(LONGEST_CAP_DAYS + 1).meta({
    description:
      'Days that calls are kept, from their end, with webhooks, timelines and decisions. Then they go to archives beside the ' +
      'recordings, without numbers and names. At least 91, because caps may look back 90 days. A call stays as long as its ' +
      'recording, so DIALWRIGHT_RECORDINGS_DAYS must not be more.',
  }),
  DIALWRIGHT_AUDIT_DAYS: days(1).meta({ description: 'Days that lines of the audit are kept.' }),
  DIALWRIGHT_EVENTS_DAYS: z.coerce.number().int().min(1).max(3_650).default(30).meta({
    description: 'Days that events are kept for GET /v1/events and for webhooks.',
  }),
};

const behaviour = {
  DIALWRIGHT_CURRENCY: checked(whyNoCurrency)
    .optional()
    .meta({
      description:
        "Currency of all amounts, as an ISO 4217 code. The carrier's document names none; without it amounts are shown " +
        'without a currency.',
      example: 'EUR',
    }),
  TEMPORAL_WEB_UI_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL' })
    .optional()
    .meta({
      description:
        "Where browsers reach Temporal's Web UI, for links to the workflow of a call; without it there are no links. " +
        '`dialwright open` uses it too.',
      example: 'http://127.0.0.1:8233',
    }),
  DIALWRIGHT_WEBHOOK_ORIGINS: origins.default([]).meta({
    description:
      'Origins of your own webhook endpoints that may be on private addresses or without https, separated by commas, like ' +
      'http://127.0.0.1:4000,https://crm.internal:8443. All others must be https on a public address and the default port.',
  }),
  DIALWRIGHT_TEMPORAL_GZIP: yesOrNo.optional().meta({
    description:
      'Whether what the worker and Temporal tell each other is packed. Left out: only where Temporal is at a public address, because near ' +
      'by it costs more processor time than it saves.',
  }),
  DIALWRIGHT_EVERY_EVENT_BELOW: z.coerce
    .number()
    .int()
    .min(0)
    .default(100)
    .meta({
      description:
        "While fewer calls are live than this, every webhook shows in Temporal's Web UI at once. With more live calls only the " +
        'end of a call and its final bill do, which costs Temporal less. The database has every webhook in both cases.',
    }),
  DIALWRIGHT_ZONE_RULES_MAX_AGE_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(ZONE_RULES_MAX_AGE_DAYS)
    .meta({
      description:
        'If the time zone data may be older than so many days, doctor, preflight and the log at the start warn of it. ' +
        'docs/time-zones.md says how to update it.',
    }),
  DIALWRIGHT_WORKER_QUEUES: workList.default(WORKS).meta({
    description:
      'What a worker serves: dispatching (claims of campaigns), calling (all workflows, and all requests about calls), ' +
      'recordings, bookkeeping (sweep, reconciliation, rehearsals, events to webhook endpoints). Several workers together ' +
      'must serve all; `dialwright doctor` says what none serves.',
  }),
  TEMPORAL_DEPLOYMENT_NAME: deploymentPart.optional().meta({
    description:
      'Name of the Worker Deployment. Set with TEMPORAL_WORKER_BUILD_ID, it turns Worker Versioning on: docs/deploying.md. ' +
      'Without both, every worker takes every run.',
    example: 'dialwright',
  }),
  TEMPORAL_WORKER_BUILD_ID: deploymentPart.optional().meta({
    description:
      'The build of this worker within its deployment, unique for each build, such as a version with a commit. It stands in ' +
      'each line of the log.',
    example: '0.1.0-4f2a91c',
  }),
  DIALWRIGHT_LOG_LEVEL: z.enum(LOG_LEVELS).default('info').meta({
    description: 'How much is logged, as lines of JSON on stderr.',
  }),
  DIALWRIGHT_METRICS: listenAddress.optional().meta({
    description:
      "Where this process shows metrics in Prometheus' form and answers probes, as host:port; without it it does not. Server " +
      'and worker on one machine need different ports. Nothing there needs a key: keep it in a closed network. ' +
      'docs/watching.md says what is shown.',
    example: '127.0.0.1:9464',
  }),
  DIALWRIGHT_TIME_FACTOR: z.coerce.number().min(1).max(10_000).default(1).meta({
    description:
      'How many times faster than real time a simulated carrier runs. Refused with a real carrier.',
  }),
};

/** What the documentation shows together, in this order. */
export const SETTING_GROUPS: readonly { title: string; text: string; shape: z.ZodRawShape }[] = [
  {
    title: 'The carrier',
    text:
      'The worker needs URL and key. A server that runs alone does not: preflight then does not ask the carrier, and ' +
      '/v1/carrier answers 503. `dialwright carrier` reads these settings too.',
    shape: carrier,
  },
  { title: 'How the carrier reaches us', text: '', shape: ingress },
  { title: 'Our own API', text: '', shape: ownApi },
  {
    title: 'Sign-in by an identity provider',
    text: '[Users](../users.md#an-identity-provider) has how it is set up.',
    shape: identityProvider,
  },
  {
    title: 'What Temporal keeps',
    text: 'See docs/privacy.md. `dialwright replay` reads the keys too.',
    shape: codec,
  },
  {
    title: 'The database',
    text: 'All but the URL are for Postgres only. `dialwright export`, `verify` and `decisions` read these settings too.',
    shape: databaseShape,
  },
  {
    title: 'Recordings',
    text:
      "Credentials of the object store are found as in every program that uses Amazon's SDK: in AWS_ACCESS_KEY_ID and " +
      'AWS_SECRET_ACCESS_KEY, in the files below ~/.aws, or as the role of the machine.',
    shape: recordings,
  },
  {
    title: 'How long data is kept',
    text: 'Empty: until it is erased. Costs and counts stay.',
    shape: retention,
  },
  { title: 'Behaviour', text: '', shape: behaviour },
];

export const environment = z.object({
  ...carrier,
  ...ingress,
  ...ownApi,
  ...identityProvider,
  ...codec,
  ...databaseShape,
  ...recordings,
  ...retention,
  ...behaviour,
});
