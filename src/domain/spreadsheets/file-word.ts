const MOST_CHARACTERS = 60;

/** A name as a part of a file's name: letters, digits and hyphens. Empty: it has none of them. */
export const fileWord = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
