import type { CallRef } from '../../../ids.ts';
import type { PlannedAgent } from '../../planned-contact.ts';
import type { Answer } from '../answers.ts';
import type { Reserved } from './virtual-money.ts';
import type { VirtualContact } from './waiting-line.ts';

export interface VirtualCall {
  contact: VirtualContact;
  agent: PlannedAgent;
  ref: CallRef;
}

export interface PostedCall extends VirtualCall {
  postedAtMs: number;
  answer: Answer;
  reserved: Reserved;
}
