import type { CarrierClient, ShownCall } from '../../carrier/client.ts';
import { CarrierError } from '../../carrier/http/errors.ts';

/** What GET shows of a call, or why it shows nothing. Throws nothing that the carrier causes. */
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
