/**
 * Which texts name a time zone. The runtime accepts more names than IANA has, and gives some of them a meaning of its own:
 * `BST` is Dhaka to it. So a name is taken only if IANA's files have it, whatever the runtime says.
 */
import { IANA_ZONES } from './iana-zones.ts';
import { hasZoneData } from './zone.ts';

export type ZoneReading = { zone: string } | { fault: string };

/** The usual spelling of each name, by its lower case. */
const spellings = new Map(IANA_ZONES.split(/\s+/).map((name) => [name.toLowerCase(), name]));
spellings.delete('');
// IANA's mark of a machine whose zone nobody has set.
spellings.delete('factory');

/** Names of IANA's that have one offset all year, while lists mean places with summer time, or a wider area. */
const FIXED: Record<string, string> = {
  EST: 'America/New_York',
  MST: 'America/Denver, or America/Phoenix where clocks do not change',
  HST: 'Pacific/Honolulu, or America/Adak where clocks change',
};

/** What people and old programs write. Several zones: the text may mean any of them. */
const MEANT: Record<string, readonly string[]> = {
  ACDT: ['Australia/Adelaide'],
  ACST: ['Australia/Adelaide', 'Australia/Darwin'],
  ACT: ['Australia/Darwin', 'America/Rio_Branco'],
  ADT: ['America/Halifax'],
  AEDT: ['Australia/Sydney'],
  AEST: ['Australia/Sydney', 'Australia/Brisbane'],
  AET: ['Australia/Sydney', 'Australia/Brisbane'],
  AGT: ['America/Argentina/Buenos_Aires'],
  AKDT: ['America/Anchorage'],
  AKST: ['America/Anchorage'],
  ART: ['America/Argentina/Buenos_Aires', 'Africa/Cairo'],
  AST: ['America/Halifax', 'America/Puerto_Rico', 'America/Anchorage', 'Asia/Riyadh'],
  AWST: ['Australia/Perth'],
  BET: ['America/Sao_Paulo'],
  BRT: ['America/Sao_Paulo'],
  BST: ['Europe/London'],
  CAT: ['Africa/Maputo'],
  CDT: ['America/Chicago', 'America/Havana'],
  CEST: ['Europe/Berlin'],
  CLT: ['America/Santiago'],
  CNT: ['America/St_Johns'],
  COT: ['America/Bogota'],
  CST: ['America/Chicago', 'America/Regina', 'America/Mexico_City', 'Asia/Shanghai'],
  CT: ['America/Chicago'],
  CTT: ['Asia/Shanghai'],
  EAT: ['Africa/Nairobi'],
  ECT: ['Europe/Paris', 'America/Guayaquil'],
  EDT: ['America/New_York'],
  EEST: ['Europe/Athens'],
  ET: ['America/New_York'],
  GST: ['Asia/Dubai', 'Pacific/Guam'],
  HDT: ['America/Adak'],
  HKT: ['Asia/Hong_Kong'],
  ICT: ['Asia/Bangkok'],
  IET: ['America/Indiana/Indianapolis'],
  IST: ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'],
  JST: ['Asia/Tokyo'],
  KST: ['Asia/Seoul'],
  MDT: ['America/Denver'],
  MIT: ['Pacific/Apia'],
  MSK: ['Europe/Moscow'],
  MT: ['America/Denver'],
  NDT: ['America/St_Johns'],
  NET: ['Asia/Yerevan'],
  NST: ['America/St_Johns', 'Pacific/Auckland'],
  NZDT: ['Pacific/Auckland'],
  NZST: ['Pacific/Auckland'],
  PDT: ['America/Los_Angeles'],
  PET: ['America/Lima'],
  PHT: ['Asia/Manila'],
  PKT: ['Asia/Karachi'],
  PLT: ['Asia/Karachi'],
  PNT: ['America/Phoenix'],
  PRT: ['America/Puerto_Rico'],
  PST: ['America/Los_Angeles', 'Asia/Manila'],
  PT: ['America/Los_Angeles'],
  SAST: ['Africa/Johannesburg'],
  SGT: ['Asia/Singapore'],
  SST: ['Pacific/Pago_Pago', 'Pacific/Guadalcanal'],
  VST: ['Asia/Ho_Chi_Minh'],
  WAT: ['Africa/Lagos'],
  WEST: ['Europe/Lisbon'],
  WIB: ['Asia/Jakarta'],
  'CANADA/EAST-SASKATCHEWAN': ['America/Regina'],
  'SYSTEMV/AST4': ['America/Puerto_Rico'],
  'SYSTEMV/AST4ADT': ['America/Halifax'],
  'SYSTEMV/CST6': ['America/Regina'],
  'SYSTEMV/CST6CDT': ['America/Chicago'],
  'SYSTEMV/EST5': ['America/Panama'],
  'SYSTEMV/EST5EDT': ['America/New_York'],
  'SYSTEMV/HST10': ['Pacific/Honolulu'],
  'SYSTEMV/MST7': ['America/Phoenix'],
  'SYSTEMV/MST7MDT': ['America/Denver'],
  'SYSTEMV/PST8': ['Pacific/Pitcairn'],
  'SYSTEMV/PST8PDT': ['America/Los_Angeles'],
  'SYSTEMV/YST9': ['Pacific/Gambier'],
  'SYSTEMV/YST9YDT': ['America/Anchorage'],
  'US/PACIFIC-NEW': ['America/Los_Angeles'],
};

/** Reads one name, in any case. @returns the name as IANA spells it, or what the text must be, and what to write instead */
export function readZone(text: string): ZoneReading {
  const typed = text.trim().toUpperCase();
  const place = FIXED[typed];
  if (place !== undefined) {
    return { fault: `must not be ${typed}, which has the same offset all year: write ${place}` };
  }
  const meant = MEANT[typed];
  if (meant) return { fault: `must be an IANA time zone, and ${typed} is none: ${oneOf(meant)}` };
  const zone = spellings.get(typed.toLowerCase());
  if (zone === undefined) return { fault: 'must be an IANA time zone such as Europe/Paris' };
  if (hasZoneData(zone)) return { zone };
  return { fault: 'is not in the time zone data in use: update them (docs/time-zones.md)' };
}

const oneOf = (zones: readonly string[]): string =>
  zones.length === 1
    ? `write ${zones[0]}`
    : `write ${zones.slice(0, -1).join(', ')} or ${zones.at(-1)}, whichever is meant`;

export const isZone = (text: string): boolean => 'zone' in readZone(text);
