/** What the document leaves open, each way a carrier may have chosen, with the profile that declares it. */
import type { CarrierProfile } from '../../../src/carrier/http/profile.ts';
import type { SimulatorInput } from '../../../src/simulator/options.ts';

export interface Variant {
  name: string;
  simulator: SimulatorInput;
  /** What the profile's file would hold. */
  profile: ProfileFile;
}

export type ProfileFile = {
  [Room in keyof CarrierProfile]?: CarrierProfile[Room] extends unknown[]
    ? CarrierProfile[Room]
    : Partial<CarrierProfile[Room]>;
};

export const VARIANTS: Variant[] = [
  { name: 'as guessed', simulator: {}, profile: {} },
  ...(['data', 'named'] as const).map((listBody) => ({
    name: `lists under ${listBody}, resources under data`,
    simulator: { variant: { listBody, resourceBody: 'data' as const } },
    profile: {},
  })),
  {
    name: 'other statuses, paths, methods and fields for resources',
    simulator: {
      variant: {
        createStatus: 202,
        deleteStatus: 204,
        resourceIds: 'string',
        allowedIpPath: '/api/v1/sipaccounts/{sipaccount_id}/allowed_ips/remove/{id}',
        allowedIpField: 'address',
        documentMethod: 'POST',
        operationsRoot: '/billing',
      },
    },
    profile: {
      allowedIps: {
        path: '/api/v1/sipaccounts/{sipaccount_id}/allowed_ips/remove/{id}',
        addressField: 'address',
      },
      documents: { method: 'POST' },
    },
  },
  ...[200, 202].map((successStatus) => plain(`success ${successStatus}`, { successStatus })),
  ...[403, 503].map((status) => ({
    ...plain(`over quota ${status}`, { overQuotaStatus: status, overQuotaRetryAfter: 'date' }),
    profile: { rateLimitStatuses: [status] },
  })),
  plain('over quota without Retry-After', { overQuotaRetryAfter: 'none' }),
  ...[301, 303, 307, 308].map((recordingRedirect) =>
    plain(`recording redirect ${recordingRedirect}`, { recordingRedirect }),
  ),
  plain('a relative recording redirect', { recordingLocation: 'network-path' }),
  {
    name: 'other names for status, destination and agent, and another way to end a call',
    simulator: {
      variant: {
        statusField: 'state',
        destinationField: 'to',
        sipAccountField: 'from',
        streamField: 'ws',
        destroyMethod: 'POST',
        destroyPath: '/api/v1/click2call/{id}/hangup',
        destroyStatus: 204,
        callIdField: 'uuid',
        recordingUrlField: 'link',
        placeRecordingUrlField: 'recording_callback',
      },
    },
    profile: {
      place: {
        destinationField: 'to',
        sipAgentField: 'from',
        streamAgentField: 'ws',
        recordingUrlField: 'recording_callback',
      },
      call: { statusField: 'state' },
      destroy: { method: 'POST', path: '/api/v1/click2call/{id}/hangup' },
      recording: { callIdField: 'uuid', webhookUrlPointer: '/data/link' },
    },
  },
  plain('error bodies without a code', { errorBody: 'no-code' }),
  plain('error bodies with details only', { errorBody: 'flat' }),
  {
    name: 'backoff factor 3 with jitter, Retry-After prolongs it, acknowledgements lost',
    simulator: {
      retryFactor: 3,
      retryJitter: 0.5,
      lostAcks: 0.5,
      variant: { retryAfter: 'prolongs' },
    },
    profile: { timing: { webhookRetryFactor: 3 } },
  },
  {
    name: 'events before the answer, late, twice, with gaps, finalized before the end',
    simulator: {
      eventsBeforeAnswer: 1,
      finalizedFirst: 1,
      duplicateWebhooks: 0.5,
      lateWebhooks: 0.3,
      seqGaps: 0.5,
      variant: { finalizedSeq: 'before' },
    },
    profile: {},
  },
  plain('costs as text', { costForm: 'string' }),
  plain('costs null for ever', { costForm: 'null' }),
  {
    name: 'costs that come later, are corrected, or are credits',
    simulator: { unpriced: 0.5, correctedCost: 0.5, negativeCost: 0.5, costDecimals: 10 },
    profile: {},
  },
  plain('ids of 200 odd characters', { idForm: 'odd' }),
  ...(['0s', '6h'] as const).map((ready) => ({
    name: `recordings ready ${ready} after the end`,
    simulator: {
      recordingReadyMs: `${ready}-${ready}`,
      timeFactor: ready === '6h' ? 20_000 : 2_000,
    },
    profile: {},
  })),
  {
    name: 'reads lag behind webhooks',
    simulator: { readLagMs: '5s' },
    profile: {},
  },
  {
    name: 'webhooks lag behind reads',
    simulator: { webhookMs: '30s-60s' },
    profile: {},
  },
  plain('recordings in chunks', { downloadFraming: 'chunked' }),
];

function plain(name: string, variant: NonNullable<SimulatorInput['variant']>): Variant {
  return { name, simulator: { variant }, profile: {} };
}
