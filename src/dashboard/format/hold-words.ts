/** Why the carrier refuses the account (2.4), as an operator says it, and who puts it right. */

export interface HoldWords {
  title: string;
  text: string;
}

const WORDS: Readonly<Record<string, HoldWords>> = {
  '402': {
    title: 'No balance left at the carrier',
    text: 'Top up the account in the carrier’s portal, then lift the hold. Nobody is dialled until then, and nothing is lost.',
  },
  '403': {
    title: 'The carrier does not permit these calls',
    text: 'Ask the carrier which permission is missing, then lift the hold. Nobody is dialled until then, and nothing is lost.',
  },
};

/** @param reason status and code of the refusal, such as `402 insufficient_funds` */
export const holdWords = (reason: string): HoldWords =>
  WORDS[reason.slice(0, 3)] ?? {
    title: 'The carrier refuses the account',
    text: 'Ask the carrier why, then lift the hold. Nobody is dialled until then, and nothing is lost.',
  };
