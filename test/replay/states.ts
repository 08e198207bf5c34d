/** Every workflow type, and every state of it whose history is kept. The key names the file. */
import type { WORKFLOWS } from '../../src/contract/messages.ts';

type WorkflowType = (typeof WORKFLOWS)[keyof typeof WORKFLOWS];

/** A name that begins with `at-` is of a run that was still open there. */
export const STATES = {
  callWorkflow: {
    completed: 'every webhook came, that of the recording too',
    'completed-by-milestones': 'the ingress signalled milestones only',
    'agent-unreached': 'the agent did not answer',
    'customer-unreached': 'the customer did not answer',
    dropped: 'broke after the bridge',
    'finalized-first': 'the webhook of the bill came before that of the end',
    'events-twice-and-late': 'duplicates, out of order',
    'event-after-silence': 'it was polled when the webhook of its end came after all',
    'confirmed-late': 'GET failed at first after the webhook of its end',
    'billed-late': 'its bill was polled for when the webhook came after all',
    'unreadable-webhook': 'a body that could not be read made it poll',
    'no-webhooks': 'every webhook lost: followed by polling',
    'hung-up-while-live': 'by request',
    'cancelled-while-live': 'cancelled in Temporal, and followed to its end all the same',
    terminated: 'by hand, in the middle',
    resumed: 'started again by the sweep after it was terminated',
    'deepened-after-the-end': 'the event of a leg came when all was over',
    'bill-corrected': 'a second bill while the recording was waited for',
    'bill-after-the-end': 'a second bill when all was over',
    unsettled: 'the bill never came',
    polled: 'no public URL: followed by polling alone',
    'recording-by-desk': 'never announced, found by lookup',
    'recording-missing': 'there was none, and the desk gave up',
    'recording-left-to-the-desk': 'the call did not wait for so long',
    'recording-link-broken': 'announced, and the link failed',
    refused: '422',
    'refused-for-now-then-accepted': '429, and the next placement was taken',
    'refused-for-now-until-paused': '429 until the campaign was paused',
    'not-dialled-refused': '402: the account was put on hold',
    'not-dialled-on-hold': 'the account was put on hold while it waited',
    'not-dialled-campaign-paused': 'the campaign was paused while it waited',
    'not-dialled-account-stopped': 'the account was stopped while it waited',
    'not-dialled-no-agent': 'another call took the agent while it waited',
    'not-sent-then-accepted': 'the carrier could not be reached, and then it could',
    'not-sent-given-up': 'the carrier could not be reached',
    'hung-up-while-waiting': 'between two placements',
    'cancelled-while-waiting': 'cancelled in Temporal between two placements',
    'placing-timed-out': 'what came of the POST was asked of the store',
    'unknown-identified': 'the answer was lost, a webhook named the call',
    'unknown-to-the-horizon': 'the answer and all webhooks were lost',
    'unknown-while-ingress-down': 'silence did not count while our own ingress was away',
    'unknown-polled': 'the answer was lost, and nothing calls back',
    'unknown-webhook-after-the-end': 'ended as unknown, and a webhook came after all',
    'unknown-closed-by-a-person': 'closed by a person, and a webhook came after all',
    'lost-forgotten': 'the carrier did not know it any more',
    'lost-frozen': 'the carrier showed no progress',
    'at-waiting-to-be-placed': 'refused for now',
    'at-unknown': 'waited for a webhook that identifies it',
    'at-live': 'bridged, followed by webhooks',
    'at-silent': 'followed by GET',
    'at-bill': 'waited for the webhook of the bill',
    'at-bill-polling': 'polled for the bill',
    'at-recording-webhook': 'waited for the recording webhook',
    'at-recording-desk': 'waited for the recording desk',
  },
  callbackWorkflow: {
    changed: 'its schedule was put',
    rung: 'a turn had come',
  },
  campaignWorkflow: {
    'to-its-end': 'every contact dialled',
    'paused-and-resumed': 'and then to its end',
    cancelled: 'by request',
    'taken-back': 'its scheduled start was cancelled',
    held: 'waited for a hold, and went on to its end',
    'continued-as-new': 'its history had grown long',
    'at-dialling': 'the dispatcher was at work',
    'at-hold': 'waited for a hold to be lifted',
    'at-pause': 'waited to be resumed',
    'at-planned-start': 'waited for its start',
    'at-redial': 'waited for a contact to be due again',
  },
  gateWorkflow: {
    passed: 'what would move to the build replays',
    failed: 'a run would break',
  },
  reconciliationWorkflow: {
    compared: 'asked for, one call settled',
    failed: 'the carrier refused its records',
    'by-schedule': 'the turn that asks for one',
  },
  rehearsalWorkflow: {
    done: 'a worker rehearsed the campaign',
    failed: 'the campaign was not there',
  },
  recordingDeskWorkflow: {
    'continued-as-new': 'its history had grown long',
    'at-lookups': 'had looked recordings up, and waited for the quota',
    'at-retry': 'waited for the next try of one that was not found',
    'at-idle': 'nothing was in its queue',
    'at-failed-turn': 'what became of a lookup was not known',
    'at-no-room': 'there was no room for recordings',
  },
  webhookEndpointWorkflow: {
    'at-sending': 'events were being sent',
    'at-retry': 'the endpoint failed, and the next try was far away',
    deleted: 'the endpoint was deleted',
  },
  webhookTestWorkflow: {
    done: 'one request, on demand',
  },
  sweepWorkflow: { run: 'one sweep' },
} as const satisfies Record<WorkflowType, Record<string, string>>;

type States = typeof STATES;
export type StateName = {
  [Type in keyof States]: `${Type}/${keyof States[Type] & string}`;
}[keyof States];

export const STATE_NAMES = Object.entries(STATES).flatMap(([type, states]) =>
  Object.keys(states).map((state) => `${type}/${state}` as StateName),
);
