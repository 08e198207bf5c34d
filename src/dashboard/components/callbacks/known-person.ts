/** Who has a number, by the lists of all campaigns. */
import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';

type Contact = Schemas['FoundContact'];

/** With a country code, and long enough for a number. */
const WHOLE = /^\s*\+(?:[\s().\-/]*\d){7,15}\s*$/;
/** While somebody types, nothing is asked. */
const REST_MS = 300;
/** A person is in few campaigns. */
const LOOKED_AT = 20;

/** Undefined: nobody is known yet, or the number is not whole. */
export function useKnownPerson(number: string): Contact | undefined {
  const [known, setKnown] = useState<{ number: string; contact: Contact | undefined }>();
  useEffect(() => {
    if (!WHOLE.test(number)) return undefined;
    let left = false;
    const look = async () => {
      const contact = await named(number.trim());
      if (!left) setKnown({ number, contact });
    };
    const timer = setTimeout(() => void look(), REST_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [number]);
  return known?.number === number ? known.contact : undefined;
}

async function named(number: string): Promise<Contact | undefined> {
  // A refused number is said by the form when it is sent.
  const list = await api
    .get('/v1/contacts', { query: { number, limit: LOOKED_AT } })
    .catch(() => undefined);
  return list?.data.find(({ name }) => name !== null);
}
