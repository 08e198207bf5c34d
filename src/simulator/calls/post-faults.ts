/** The faults of a POST that the carrier would accept. At most one happens. */
import type { SimulatorOptions } from '../options.ts';
import { within, type Draw } from '../seeded.ts';

export type PostFault =
  | 'none'
  | 'answerReset'
  | 'answerSilent'
  | 'answerHeld'
  | 'answerUnreadable'
  | 'dropBeforeAccept'
  | 'serverErrorPlaced'
  | 'serverErrorUnplaced';

const FAULTS: Exclude<PostFault, 'none'>[] = [
  'dropBeforeAccept',
  'serverErrorUnplaced',
  'serverErrorPlaced',
  'answerReset',
  'answerSilent',
  'answerHeld',
  'answerUnreadable',
];
const SERVER_ERRORS = [500, 502, 503, 504];

export function drawPostFault(options: SimulatorOptions, draw: Draw): PostFault {
  let left = draw('post fault');
  for (const fault of FAULTS) {
    if (left < options[fault]) return fault;
    left -= options[fault];
  }
  return 'none';
}

export function drawServerError(draw: Draw): number {
  return SERVER_ERRORS[within([0, SERVER_ERRORS.length - 1], draw, 'server error')]!;
}
