/** The days of the week, as the API names them. */
export const WEEKDAYS = [
  { value: 'mon', text: 'Monday' },
  { value: 'tue', text: 'Tuesday' },
  { value: 'wed', text: 'Wednesday' },
  { value: 'thu', text: 'Thursday' },
  { value: 'fri', text: 'Friday' },
  { value: 'sat', text: 'Saturday' },
  { value: 'sun', text: 'Sunday' },
] as const;
