/** Calling hours and rolling caps as lines of text. A line that cannot be read is sent as it is, and the API names it. */

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const HOURS = /^(?<days>[a-z\s,-]+?)\s+(?<from>\d{1,2}:\d{2})\s*-\s*(?<to>\d{1,2}:\d{2})$/i;
const ROLLING = /^(?<most>\d+)\s+in\s+(?<days>\d+)(\s+days?)?$/i;

interface Hours {
  weekdays: readonly string[];
  from: string;
  to: string;
}
interface Rolling {
  days: number;
  most: number;
}

/** mon tue 09:00-17:00 */
export const hoursLine = ({ weekdays, from, to }: Hours): string =>
  `${weekdays.join(' ')} ${from}-${to}`;

/** 3 in 7 days */
export const rollingLine = ({ most, days }: Rolling): string => `${most} in ${days} days`;

export function hoursOf(line: string): Hours | string {
  const { days, from, to } = HOURS.exec(line.trim())?.groups ?? {};
  if (days === undefined || from === undefined || to === undefined) return line;
  const weekdays = days
    .toLowerCase()
    .split(/[\s,]+/)
    .flatMap(daysOf);
  return { weekdays, from: from.padStart(5, '0'), to: to.padStart(5, '0') };
}

export function rollingOf(line: string): Rolling | string {
  const { most, days } = ROLLING.exec(line.trim())?.groups ?? {};
  return most === undefined || days === undefined
    ? line
    : { days: Number(days), most: Number(most) };
}

/** mon-fri → mon, tue, wed, thu, fri */
function daysOf(name: string): string[] {
  const [first = '', last = first] = name.split('-');
  const [begin, end] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  return begin === -1 || end < begin ? [name] : WEEKDAYS.slice(begin, end + 1);
}
