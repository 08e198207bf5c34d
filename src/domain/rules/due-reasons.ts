/** Why a contact is called later, or never: the words of texts, and those for operators. */

export const TIME_REASON_TEXTS = {
  'not-before': { text: 'it is not to be dialled yet', label: 'Not to be dialled yet' },
  window: { text: 'the calling window is closed', label: 'The calling window is closed' },
  'per-day': {
    text: 'the number was dialled as often as a day allows',
    label: 'Dialled as often as a day allows',
  },
  rolling: {
    text: 'the number was dialled as often as these days allow',
    label: 'Dialled as often as these days allow',
  },
  gap: {
    text: 'the number was dialled too short a time ago',
    label: 'Dialled too short a time ago',
  },
  'after-talk': {
    text: 'people talked on the number too short a time ago',
    label: 'Talked too short a time ago',
  },
  'after-refusal': {
    text: 'the number refused too short a time ago',
    label: 'Refused too short a time ago',
  },
  'after-silence': {
    text: 'a machine or silence was on the number too short a time ago',
    label: 'A machine or silence too short a time ago',
  },
  'too-late': {
    text: 'the time to dial it has passed',
    label: 'The time to dial it has passed',
  },
} as const;
export type TimeReason = keyof typeof TIME_REASON_TEXTS;

/** Of a final contact whose person is called at another number, or was reached there. */
export const OTHER_NUMBER = 'other-number';

/** What the list of contacts can be filtered by. */
export const DUE_REASON_LABELS = {
  ...Object.fromEntries(
    Object.entries(TIME_REASON_TEXTS).map(([reason, { label }]) => [reason, label]),
  ),
  suppressed: 'On a suppression list',
  'no-consent': 'No consent, or an objection',
  withdrawn: 'Its import was undone',
  [OTHER_NUMBER]: 'Another number of the person is called, or reached them',
} as Readonly<
  Record<TimeReason | 'suppressed' | 'no-consent' | 'withdrawn' | typeof OTHER_NUMBER, string>
>;
