/** Characters. SQL databases store at most 255 of a search attribute of Temporal. */
const LONGEST = 100;
/** Control and format characters, separators of lines, and halves of surrogate pairs, which are no valid UTF-8. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** The name of a campaign as a search attribute: one line of bounded length. */
export const searchableName = (name: string): string =>
  Array.from(name.replaceAll(INVISIBLE, ' ').trim()).slice(0, LONGEST).join('').trim();
