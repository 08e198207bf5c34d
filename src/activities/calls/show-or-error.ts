import type { CarrierClient, ShownCall } from '../../carrier/client.ts';
import { CarrierError } from '../../carrier/http/errors.ts';

/** The result of a GET of a call. Errors of the carrier are returned, not thrown. */
export async function showOrError(
  carrier: Pick<CarrierClient, 'show'>,
  carrierCallId: string,
): Promise<ShownCall | CarrierError> {
  try {
    return await carrier.show(carrierCallId);
  } catch (error) {
    if (error instanceof CarrierError) return error;
    throw error;
  }
}
