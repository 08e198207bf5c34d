/** What a rehearsal is given and what it finds, as text for Temporal: JSON has no integers of any size, and money is one. */
import type { AnswerModel } from './answers.ts';
import type { Forecast, ForecastSettings } from './forecast.ts';

export interface RehearsalOrder {
  model: AnswerModel;
  settings: ForecastSettings;
}

const KEY = '$integer';

export const writeOrder = (order: RehearsalOrder): string => write(order);
export const readOrder = (text: string): RehearsalOrder => read(text) as RehearsalOrder;
export const writeForecast = (found: Forecast): string => write(found);
export const readForecast = (text: string): Forecast => read(text) as Forecast;

const write = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? { [KEY]: each.toString() } : each,
  );

const read = (text: string): unknown =>
  JSON.parse(text, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && KEY in each ? BigInt(String(each[KEY])) : each,
  );
