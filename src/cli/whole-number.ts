import { InvalidArgumentError } from 'commander';

const MOST = 999_999_999;

/** Reads a whole number from an argument. @throws InvalidArgumentError, which the command line shows with the argument */
export const wholeNumber =
  (least: number, most = MOST) =>
  (text: string): number => {
    const value = /^(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    const range = most === MOST ? `from ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`needs a whole number ${range}.`);
  };
