import { TextField, type ValueProps } from './field.tsx';

/** Until when a number stays suppressed, in the reader's zone. */
export const UntilField = (field: Pick<ValueProps, 'value' | 'onValue'>) => (
  <TextField
    {...field}
    label="Until"
    type="datetime-local"
    pointer="/until"
    hint="Empty: for good."
  />
);
