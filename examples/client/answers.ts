import { setTimeout as sleep } from 'node:timers/promises';
import type { Schemas } from 'dialwright/client';

/** The API has refused a request. */
export class Refusal extends Error {
  /** Stable, for programs, such as `campaign_not_found`. */
  readonly code: string;

  constructor({ code, detail, errors = [] }: Schemas['Problem']) {
    const faults = errors.map(
      ({ pointer, parameter, detail }) => `${pointer ?? parameter}: ${detail}`,
    );
    super([`${code}: ${detail}`, ...faults].join('\n  '));
    this.code = code;
  }
}

/**
 * The data of an answer. A request that came too early or found the server busy is sent again when the server says, so a
 * change needs an idempotency key of its own. @throws Refusal
 */
export async function answerOf<Data>(
  send: () => Promise<{ data?: Data; error?: Schemas['Problem']; response: Response }>,
): Promise<Data> {
  for (;;) {
    const { data, error, response } = await send();
    if (error === undefined) return data as Data;
    const waitSeconds = Number(response.headers.get('retry-after'));
    const isEarly = (response.status === 429 || response.status === 503) && waitSeconds > 0;
    if (!isEarly) throw new Refusal(error);
    await sleep(waitSeconds * 1_000);
  }
}
