import {
  contactArea,
  type AreaEvidence,
  type ContactArea,
} from '../../../../domain/areas/contact-area.ts';

/** @param stored the column of a contact */
export const areaOf = (stored: string | null): ContactArea | null =>
  stored === null ? null : contactArea(JSON.parse(stored) as AreaEvidence);
