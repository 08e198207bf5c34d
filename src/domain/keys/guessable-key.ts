/** Random bytes in any usual form are longer, and have more different characters, than what a person chooses. */
const LEAST_CHARACTERS = 24;
const LEAST_DIFFERENT = 10;

/** Whether somebody may find an API key by trying. Keys of the store are random and are not asked. */
export const isGuessable = (key: string): boolean =>
  key.length < LEAST_CHARACTERS || new Set(key).size < LEAST_DIFFERENT;
