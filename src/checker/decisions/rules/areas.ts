/** Where a contact is said to be, against what each source says. */
import { localTime } from '../../limits/local-time.ts';
import type { StatedArea } from '../decision-lines.ts';
import type { Rule } from '../rule.ts';

export const areas: Rule = {
  id: 'AREA',
  rule: 'the area is that of the contact, its sources are told apart, and the clocks of all of them counted',
  judge({ line, record, decidedMs }) {
    const { area: stated = null } = record;
    const { area: own = null } = line.contact;
    // A record without the member is of a version that knew no areas.
    if (record.area === undefined || (stated === null && own === null)) return undefined;
    if (stated === null)
      return [`it was judged without an area, and the contact is in ${listed(own!.areas)}`];
    if (own === null)
      return [`it was judged in ${listed(stated.areas)}, and the contact has no area`];
    const faults: string[] = [];
    if (JSON.stringify(stated.sources) !== JSON.stringify(own.sources))
      faults.push('its area is said to come from other sources than those of the contact');
    return [
      ...faults,
      ...areaFaults(own),
      ...clockFaults(
        own,
        record.zones.map(({ zone }) => zone),
        decidedMs,
      ),
      ...statedFaults(stated, own),
    ];
  },
};

function statedFaults(stated: StatedArea, own: StatedArea): string[] {
  const same = listed(stated.areas) === listed(own.areas) && stated.mismatch === own.mismatch;
  return same ? [] : [`it was judged in ${said(stated)}, and the contact is in ${said(own)}`];
}

/** Whether the sources agree follows from what they say. */
function areaFaults({ sources, mismatch, areas: named }: StatedArea): string[] {
  if (sources.length === 0) return ['its area has no source'];
  const all = sources.flatMap((source) => source.areas);
  const agreed = all.filter((area) =>
    sources.every((source) => source.areas.some((one) => isWithin(area, one))),
  );
  const differ = agreed.length === 0;
  if (differ !== mismatch)
    return [
      `its sources ${differ ? 'differ' : 'agree'}, and are said to ${mismatch ? 'differ' : 'agree'}`,
    ];
  const stray = named.filter((area) => !(differ ? all : agreed).includes(area));
  return stray.length === 0 ? [] : [`no source says that it is in ${stray.join()}`];
}

/** Every clock that a source names must be among those that were asked. */
function clockFaults({ sources }: StatedArea, asked: readonly string[], atMs: number): string[] {
  const shown = new Set(asked.map((zone) => clockOf(zone, atMs)));
  return sources.flatMap(({ from, zones }) =>
    zones
      .filter((zone) => !shown.has(clockOf(zone, atMs)))
      .map((zone) => `by ${from} it may be in ${zone}, whose clock was not asked`),
  );
}

function clockOf(zone: string, atMs: number): string {
  const { date, clock } = localTime(zone, atMs);
  return `${date} ${clock}`;
}

/** `US-FL` lies within `US`. */
const isWithin = (area: string, other: string) => area === other || area.startsWith(`${other}-`);

const listed = (names: readonly string[]) => names.toSorted().join(' or ');

const said = (area: StatedArea) =>
  `${listed(area.areas)}${area.mismatch ? ', by sources that differ' : ''}`;
