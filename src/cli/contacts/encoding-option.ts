/** Of commands that send a list. */
export interface EncodingOption {
  encoding?: string;
}

export const ENCODING = [
  '--encoding <name>',
  'of a text, if it is not UTF-8; Excel mostly writes windows-1252',
] as const;
