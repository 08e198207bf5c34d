/** The options of commands that search by a number. */
import { Option, type Command } from 'commander';

export interface NumberOptions {
  number?: string;
  defaultCountry?: string;
}

export const withNumber = (command: Command, description: string): Command =>
  command.option('--number <number>', description).addOption(defaultCountryOption());

export const defaultCountryOption = (): Option =>
  new Option('--default-country <code>', 'of a number without +, such as GB for 020 7946 0012');

/** As parameters of the API. */
export const numberQuery = ({ number, defaultCountry }: NumberOptions) => ({
  number,
  default_country: defaultCountry,
});
