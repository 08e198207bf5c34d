/** The carrier's stub as everybody but the product calls it. */
import { Pool } from 'undici';

export interface Placed {
  id: string;
}

/** A call as GET shows it. */
export interface CallRecord {
  id: string;
  status: string;
  cost: string | null;
  recording_url: string | null;
}

const DESTINATION = '+12025550123';

/** Places calls whose webhooks come to `/{key}`, and shows them. Both throw on any answer but the expected one. */
export function openStubClient(stubUrl: string) {
  const pool = new Pool(stubUrl, { connections: 128, pipelining: 1 });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
  return {
    async place(key: string): Promise<Placed> {
      const callback_url = `https://dialwright.example/${key}`;
      const body = JSON.stringify({ destination: DESTINATION, sip_account: key, callback_url });
      const path = '/api/v1/click2call';
      const answer = await pool.request({ path, method: 'POST', headers, body });
      if (answer.statusCode !== 201) throw new Error(`POST: ${answer.statusCode}`);
      return (await answer.body.json()) as Placed;
    },
    async show(id: string): Promise<CallRecord> {
      const path = `/api/v1/click2call/${id}`;
      const answer = await pool.request({ path, method: 'GET', headers });
      if (answer.statusCode !== 200) throw new Error(`GET: ${answer.statusCode}`);
      return (await answer.body.json()) as CallRecord;
    },
  };
}
