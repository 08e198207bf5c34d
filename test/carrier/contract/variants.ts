/** What the document leaves open, each way a carrier may have chosen, with the profile that tells the client of it. */
import type { CarrierProfile } from '../../../src/carrier/profile.ts';
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
        areaRoot: '/billing',
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
];
