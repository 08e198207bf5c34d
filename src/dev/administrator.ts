/** The user whom the link of `npm start` signs in. */
import type { ApiClient } from '../terminal/api-client.ts';

/** The second one where a key has the first name. */
const NAMES = ['admin', 'administrator'];

/** The id of the first administrator; the first start makes it. */
export async function administrator(client: ApiClient): Promise<string> {
  const { data } = await client.get('/v1/users', { query: { limit: 100 } });
  const known = data.findLast(({ role, state }) => role === 'admin' && state !== 'removed');
  if (known) return known.id;
  const keys = await client.get('/v1/keys', { query: { limit: 100 } });
  const taken = new Set([...keys.data, ...data].map(({ name }) => name));
  const name = NAMES.find((each) => !taken.has(each)) ?? NAMES[0]!;
  const { id } = await client.post('/v1/users', { body: { name, role: 'admin' } });
  return id;
}
