/** The signals of all workflows, typed. None of them has a payload. Clients send them by `SIGNALS`, their names. */
import { defineSignal } from '@temporalio/workflow';
import { SIGNALS } from '../contract/messages.ts';

export const hangupSignal = defineSignal(SIGNALS.hangup);
export const pokeSignal = defineSignal(SIGNALS.poke);
export const readInboxSignal = defineSignal(SIGNALS.readInbox);
export const recordingDeliveredSignal = defineSignal(SIGNALS.recordingDelivered);
export const recordingSettledSignal = defineSignal(SIGNALS.recordingSettled);
export const campaignChangedSignal = defineSignal(SIGNALS.changed);
export const endpointChangedSignal = defineSignal(SIGNALS.endpointChanged);
export const wakeDeskSignal = defineSignal(SIGNALS.wake);
