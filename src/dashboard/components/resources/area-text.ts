/** Where a contact is, by its address and its number. */
import type { Schemas } from '../../../client/client.ts';

/** `US-FL by region and number`; without `sources`, for narrow places: `US-FL`. */
export function areaText(
  { areas, mismatch, sources }: Schemas['ContactArea'],
  show: 'area' | 'sources' = 'sources',
): string {
  const said = sources.map((one) => `${one.areas.join(' or ')} by ${NAMES[one.from]}`);
  if (mismatch) return `${said.join(', but ')}: the hours of all count`;
  const where = areas.join(' or ');
  return show === 'area'
    ? where
    : `${where} by ${sources.map(({ from }) => NAMES[from]).join(' and ')}`;
}

const NAMES: Record<Schemas['ContactArea']['sources'][number]['from'], string> = {
  region: 'region',
  postal_code: 'postal code',
  country: 'country',
  number: 'number',
};
