/** Times for texts that people of any zone read, and so with their zone. */
export const utcTimeOfDay = (ms: number): string =>
  `${new Date(ms).toISOString().slice(11, 19)} UTC`;

export const utcMinute = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
