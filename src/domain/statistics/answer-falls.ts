/** Where customers answer clearly less often than before: an area, or a network. */
import { ANSWERS_SPAN_MS, type AnswerGroup, type AnswersOf } from './answers-by-place.ts';
import { fallOf, type Sample } from './step-change.ts';
import { DAY_MS } from '../zone.ts';

export interface FallenPlace {
  /** Of an alert, such as `areas/US-CA`, `networks/+49151`. */
  subject: string;
  /** For people. */
  text: string;
}

/** If the number is labelled everywhere, some places say so. */
const MOST_FALLEN = 10;

/** @param isRaised by subject: a raised one stays until the rate is back further than it had to fall */
export function fallenPlaces(
  answers: readonly AnswersOf[],
  by: AnswerGroup,
  isRaised: (subject: string) => boolean,
): FallenPlace[] {
  return answers
    .flatMap((one) => {
      if (one.key === null) return [];
      const subject = `${by === 'area' ? 'areas' : 'networks'}/${one.key}`;
      const fell = fallOf(one, one.before, isRaised(subject)) !== null;
      return fell ? [{ subject, text: textOf(one, one.key, by) }] : [];
    })
    .slice(0, MOST_FALLEN);
}

const DAYS = ANSWERS_SPAN_MS / DAY_MS;

const textOf = (now: AnswersOf, key: string, by: AnswerGroup): string =>
  `customers ${by === 'area' ? `in ${key}` : `whose numbers begin with ${key}`} answered ${rate(now)} of the last ${DAYS} days, and ` +
  `${rate(now.before)} of the ${DAYS} days before: phones there may show the account’s number as spam; call one of your own there to see ` +
  'what it shows, and have the label removed by the operator or the carrier';

const rate = ({ tried, answered }: Sample): string =>
  `${Math.round((answered / tried) * 100)} % (${answered} of ${tried} calls)`;
