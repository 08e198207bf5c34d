/** What a client that waits for an end must know: which states are final, and how to wait for them. */

interface FinalStates {
  schemas: readonly string[];
  states: readonly string[];
  /** What else ends the waiting. */
  but?: string;
  /** The operation that is polled, and the shortest useful pause. */
  polled?: { operation: string; everySeconds: number };
}

export const FINAL_STATES: readonly FinalStates[] = [
  {
    schemas: ['Campaign', 'CampaignProgress', 'EditedCampaign', 'ClonedCampaign'],
    states: ['completed', 'cancelled'],
    but: 'Costs and recordings may come after it.',
    polled: { operation: 'getCampaign', everySeconds: 2 },
  },
  {
    schemas: ['Call', 'CallDetail'],
    states: ['ended'],
    but: '`unknown` stays until a person or the carrier’s call records close the call. Cost and recording may come later.',
    polled: { operation: 'getCall', everySeconds: 1 },
  },
  {
    schemas: ['Callback', 'EditedCallback'],
    states: ['done', 'missed', 'cancelled'],
    but: 'A callback that recurs is `scheduled` again. `unknown` stays until a person closes its call.',
    polled: { operation: 'getCallback', everySeconds: 10 },
  },
  {
    schemas: ['Contact'],
    states: ['final'],
    but: '`locked` stays until a person closes its call.',
  },
  {
    schemas: ['Import', 'ImportReport'],
    states: ['done', 'stopped'],
    polled: { operation: 'getImport', everySeconds: 1 },
  },
  {
    schemas: ['Reconciliation', 'ReconciliationSummary'],
    states: ['done', 'failed'],
    polled: { operation: 'getReconciliation', everySeconds: 1 },
  },
  {
    schemas: ['ReportJob'],
    states: ['done', 'failed'],
    polled: { operation: 'getReportJob', everySeconds: 1 },
  },
];

interface Described {
  description?: string;
}
interface Operation extends Described {
  operationId?: string;
}
interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, { properties?: Record<string, Described> }> };
}

/** Writes it into the descriptions of `state`, and of the operations that are polled. */
export function describeStates(document: Document): void {
  const operations = Object.values(document.paths ?? {}).flatMap((methods) =>
    Object.values(methods),
  );
  for (const { schemas, states, but, polled } of FINAL_STATES) {
    const names = states.map((state) => `\`${state}\``).join(', ');
    for (const schema of schemas) {
      const state = document.components?.schemas?.[schema]?.properties?.['state'];
      if (state) append(state, `Final: ${names}.${but === undefined ? '' : ` ${but}`}`);
    }
    const operation = operations.find(({ operationId }) => operationId === polled?.operation);
    if (operation && polled) {
      append(
        operation,
        `To wait for the end, poll every ${seconds(polled.everySeconds)} until \`state\` is one of ${names}.`,
      );
    }
  }
}

const seconds = (count: number): string => (count === 1 ? 'second' : `${count} seconds`);

function append(to: Described, text: string): void {
  if (to.description?.includes(text)) return;
  to.description = to.description === undefined ? text : `${to.description} ${text}`;
}
