/** Time zones by the places that people know. */

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Of America/New_York: New York. */
export const placeOf = (zone: string): string =>
  zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** A place that is the only one of its name becomes its zone. Every other text stays as it is. */
export function zoneOfPlace(text: string): string {
  const place = text.trim().toLowerCase();
  const [zone, another] = ZONES.filter((each) => placeOf(each).toLowerCase() === place);
  return zone === undefined || another !== undefined ? text : zone;
}

/** `New York, GMT-5`, for each zone: the offset is that of the instant. */
export const zoneChoices = (at: Date): { value: string; text: string }[] =>
  ZONES.map((zone) => ({ value: zone, text: `${placeOf(zone)}, ${offsetIn(zone, at)}` }));

function offsetIn(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  return parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
