/** The area that the calls of a contact are counted in, and the clock of its hours. */
import { contactArea, type AreaEvidence } from './contact-area.ts';

export interface CountedArea {
  /** Such as `US-CA`, or `US-CA or US-NV` where the sources differ. */
  name: string;
  /** IANA name; null: not known. */
  zone: string | null;
}

export function countedArea(evidence: AreaEvidence): CountedArea {
  const { areas, sources } = contactArea(evidence);
  return { name: areas.join(' or '), zone: sources[0]?.zones[0] ?? null };
}

/** Contacts with the same key share their best hours: `US-CA America/Los_Angeles`. */
export const areaKeyOf = ({ name, zone }: CountedArea & { zone: string }): string =>
  `${name} ${zone}`;
