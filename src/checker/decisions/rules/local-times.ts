/** Zones and calling windows, by the time zone data of this machine. */
import { localTime } from '../../limits/local-time.ts';
import { windowOfContact } from '../../limits/closed-dates.ts';
import { isOpen } from '../../limits/open-hours.ts';
import { millisOr, show, type Judged, type Rule } from '../rule.ts';

export const zones: Rule = {
  id: 'ZONE',
  rule: 'the zones are those of the contact, and show the local time',
  judge({ line, record, policy, decidedMs }) {
    const faults: string[] = [];
    const named = record.zones.map(({ zone }) => zone);
    const own = line.contact.zones ?? [policy.zone];
    if (named.length === 0 || named.join() !== own.join())
      faults.push(`it was judged in ${named.join()}, and the contact is in ${own.join()}`);
    if (record.zone_source !== line.contact.zone_source)
      faults.push(
        `its zone is said to come from ${record.zone_source}, and comes from ${line.contact.zone_source}`,
      );
    for (const { zone, local_time: said } of record.zones) {
      const { date, clock } = localTime(zone, decidedMs);
      if (!said.startsWith(`${date}T${clock}`))
        faults.push(`${zone} is said to show ${said}, and shows ${date}T${clock}${releases(line)}`);
    }
    return faults;
  },
};

export const windows: Rule = {
  id: 'WINDOW',
  rule: 'no POST while the contact’s calling window was closed, or before or after its time',
  judge(judged) {
    const { policy, decidedMs, intentMs } = judged;
    const faults = faultsAt(judged, decidedMs, 'decided');
    // A POST may be decided a little before its slot, and must be in time when it leaves.
    if (intentMs > decidedMs) faults.push(...faultsAt(judged, intentMs, 'left'));
    return policy.calling_window === null && faults.length === 0 ? undefined : faults;
  },
};

function faultsAt({ record, policy, line }: Judged, atMs: number, what: string): string[] {
  const faults: string[] = [];
  if (atMs < millisOr(record.not_before, -Infinity))
    faults.push(`${what} at ${show(atMs)}, not to be dialled before ${record.not_before}`);
  if (atMs > millisOr(record.not_after, Infinity))
    faults.push(`${what} at ${show(atMs)}, not to be dialled after ${record.not_after}`);
  if (policy.calling_window === null) return faults;
  const window = windowOfContact(policy.calling_window, line.contact.area);
  for (const zone of line.contact.zones ?? [policy.zone]) {
    if (isOpen(window, zone, atMs)) continue;
    const { weekday, date, clock } = localTime(zone, atMs);
    const hours = window.hours.map(({ weekdays, from, to }) => `${weekdays.join()} ${from}–${to}`);
    faults.push(
      `${what} when it is ${weekday} ${date} ${clock} in ${zone}, and the window is ${hours.join('; ')} with a ring margin of ${window.ring_margin}${releases(line)}`,
    );
  }
  return faults;
}

/** The reason of a difference may be another release of the time zone data. */
function releases({ sealed }: Judged['line']): string {
  const here = process.versions['tz'];
  return sealed.zone_data === null || sealed.zone_data === here
    ? ''
    : ` (decided with time zone data ${sealed.zone_data}, checked with ${here})`;
}
