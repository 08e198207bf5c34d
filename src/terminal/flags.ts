/** Parameters of a request as options of the command line: `suppress_list` is `--suppress-list`. */
export const flagsOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `--${name.replaceAll('_', '-')} ${quotedForShell(value)}`)
    .join(' ');

/** In single quotes a shell changes nothing. */
export const quotedForShell = (text: string): string =>
  /^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
