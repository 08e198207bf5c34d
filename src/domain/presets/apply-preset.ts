/** What a preset does to the rules of a campaign. */
import type { AppliedPreset, Policy } from '../campaigns/policy.ts';
import { formatClock } from '../contacts/calling-window.ts';
import type { NumberCaps } from '../contacts/number-caps.ts';
import { DAY_MS } from '../zone.ts';
import type { OpenHours } from '../contacts/open-spans.ts';
import type { Preset } from './preset.ts';

/** `stricter`: of each rule what forbids more is kept. `replace`: the preset's own, also where the campaign forbade more. */
export const APPLY_MODES = ['stricter', 'replace'] as const;
export type ApplyMode = (typeof APPLY_MODES)[number];

export interface PresetChange {
  rule: 'calling hours' | 'closed dates' | 'caps';
  before: string;
  after: string;
  /** The campaign forbade something that it would allow now. */
  loosens: boolean;
}

export type Applied =
  | { policy: Policy; changes: PresetChange[] }
  /** The campaign's hours and those of the preset have nothing in common. */
  | { fault: 'never-open' };

/** The margin of a campaign that has no window yet, as of the rules: two minutes. */
const RING_MARGIN_MS = 120_000;

export function applyPreset(policy: Policy, preset: Preset, mode: ApplyMode): Applied {
  const window = windowWith(policy.window, preset, mode);
  if (window !== null && window.hours.length === 0) return { fault: 'never-open' };
  const caps = capsWith(policy.caps, preset, mode);
  const changed = { ...policy, window, caps, presets: presetsWith(policy.presets, preset) };
  return { policy: changed, changes: changesOf(policy, changed) };
}

/** Whether the rules still forbid all that the preset forbids. */
export function isKept(policy: Policy, preset: Preset): boolean {
  const applied = applyPreset(policy, preset, 'stricter');
  return 'policy' in applied && applied.changes.length === 0;
}

function presetsWith(known: Policy['presets'], { id, edition }: Preset): AppliedPreset[] {
  return [...(known ?? []).filter((one) => one.id !== id), { id, edition }];
}

function windowWith(
  window: Policy['window'],
  { facts }: Preset,
  mode: ApplyMode,
): Policy['window'] {
  const { hours, daysOff } = facts;
  if (hours === undefined && daysOff === undefined) return window;
  const known = window?.hours ?? ALWAYS;
  const wanted = hours ?? known;
  return {
    hours: mode === 'replace' ? merged(wanted) : bothOpen(known, wanted),
    closedDates: [
      ...new Set([...(window?.closedDates ?? []), ...(daysOff?.dates ?? [])]),
    ].toSorted(),
    ringMarginMs: window?.ringMarginMs ?? RING_MARGIN_MS,
  };
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const ALWAYS: readonly OpenHours[] = [{ weekdays: DAYS, fromMinute: 0, toMinute: 1_440 }];

/** Minutes of each weekday that are open in both, as hours with the weekdays that are alike. */
function bothOpen(one: readonly OpenHours[], other: readonly OpenHours[]): OpenHours[] {
  return DAYS.flatMap((day) =>
    spansOn(one, day).flatMap((a) =>
      spansOn(other, day).flatMap((b) => {
        const fromMinute = Math.max(a.fromMinute, b.fromMinute);
        const toMinute = Math.min(a.toMinute, b.toMinute);
        return fromMinute < toMinute ? [{ weekdays: [day], fromMinute, toMinute }] : [];
      }),
    ),
  ).reduce<OpenHours[]>(withAlike, []);
}

const merged = (hours: readonly OpenHours[]): OpenHours[] => bothOpen(hours, ALWAYS);

/** Spans that touch or overlap are one. */
function spansOn(hours: readonly OpenHours[], day: number): OpenHours[] {
  const spans: OpenHours[] = [];
  const ofDay = hours
    .filter(({ weekdays }) => weekdays.includes(day))
    .toSorted((one, other) => one.fromMinute - other.fromMinute);
  for (const span of ofDay) {
    const last = spans.at(-1);
    if (last && span.fromMinute <= last.toMinute) {
      spans[spans.length - 1] = { ...last, toMinute: Math.max(last.toMinute, span.toMinute) };
    } else spans.push({ ...span, weekdays: [day] });
  }
  return spans;
}

function withAlike(hours: OpenHours[], one: OpenHours): OpenHours[] {
  const alike = hours.findIndex(
    (each) => each.fromMinute === one.fromMinute && each.toMinute === one.toMinute,
  );
  if (alike === -1) return [...hours, one];
  return hours.with(alike, { ...one, weekdays: [...hours[alike]!.weekdays, ...one.weekdays] });
}

function capsWith(caps: NumberCaps, preset: Preset, mode: ApplyMode): NumberCaps {
  return restsWith(rollingWith(caps, preset, mode), preset, mode);
}

const RESTS = { talk: 'afterTalkMs', refusal: 'afterRefusalMs' } as const;

function restsWith(caps: NumberCaps, { facts }: Preset, mode: ApplyMode): NumberCaps {
  let changed = caps;
  for (const { after, days } of facts.rests ?? []) {
    if (days === null) continue;
    const name = RESTS[after];
    const known = mode === 'replace' ? 0 : (changed[name] ?? 0);
    changed = { ...changed, [name]: Math.max(known, days * DAY_MS) };
  }
  return changed;
}

function rollingWith(caps: NumberCaps, { facts }: Preset, mode: ApplyMode): NumberCaps {
  const wanted = (facts.caps ?? []).filter(({ counts }) => counts === 'dials');
  if (wanted.length === 0) return caps;
  if (mode === 'replace')
    return { ...caps, rolling: wanted.map(({ days, most }) => ({ days, most })) };
  const most = new Map(caps.rolling.map((cap) => [cap.days, cap.most]));
  for (const cap of wanted) most.set(cap.days, Math.min(most.get(cap.days) ?? Infinity, cap.most));
  const rolling = [...most].map(([days, least]) => ({ days, most: least }));
  return { ...caps, rolling: rolling.toSorted((one, other) => one.days - other.days) };
}

function changesOf(before: Policy, after: Policy): PresetChange[] {
  const [old, now] = [before.window, after.window];
  const changes: PresetChange[] = [
    {
      rule: 'calling hours',
      before: hoursText(old?.hours ?? ALWAYS),
      after: hoursText(now?.hours ?? ALWAYS),
      loosens: !isWithin(now?.hours ?? ALWAYS, old?.hours ?? ALWAYS),
    },
    {
      rule: 'closed dates',
      before: datesText(old?.closedDates ?? []),
      after: datesText(now?.closedDates ?? []),
      loosens: false,
    },
    {
      rule: 'caps',
      before: capsText(before.caps),
      after: capsText(after.caps),
      loosens:
        before.caps.rolling.some(
          ({ days, most }) =>
            !after.caps.rolling.some((cap) => cap.days >= days && cap.most <= most),
        ) ||
        Object.values(RESTS).some((name) => (after.caps[name] ?? 0) < (before.caps[name] ?? 0)),
    },
  ];
  return changes.filter((change) => change.before !== change.after);
}

/** Whether `inner` is open only where `outer` is. */
const isWithin = (inner: readonly OpenHours[], outer: readonly OpenHours[]): boolean =>
  hoursText(bothOpen(inner, outer)) === hoursText(inner);

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** By weekday, so that the same hours have the same text. */
function hoursText(hours: readonly OpenHours[]): string {
  const byDay = DAYS.map((day) =>
    spansOn(hours, day)
      .map(({ fromMinute, toMinute }) => `${formatClock(fromMinute)}–${formatClock(toMinute)}`)
      .join(', '),
  );
  const groups: { from: number; to: number; text: string }[] = [];
  for (const [index, text] of byDay.entries()) {
    const last = groups.at(-1);
    if (last?.text === text) last.to = index;
    else groups.push({ from: index, to: index, text });
  }
  return groups
    .map(({ from, to, text }) => {
      const days = from === to ? NAMES[from]! : `${NAMES[from]!}–${NAMES[to]!}`;
      return `${days} ${text || 'closed'}`;
    })
    .join('; ');
}

const datesText = (dates: readonly string[]): string =>
  dates.length === 0 ? 'none' : dates.join(', ');

function capsText(caps: NumberCaps): string {
  const rests = Object.entries(RESTS).flatMap(([after, name]) => {
    const ms = caps[name] ?? 0;
    return ms === 0 ? [] : [`none for ${ms / DAY_MS} days after a ${after}`];
  });
  const rolling = caps.rolling.map(({ days, most }) => `${most} in ${days} days`);
  return [...rolling, ...rests].join(', ') || 'none';
}
