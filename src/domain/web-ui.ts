/** Addresses of pages in Temporal's Web UI. */
import { callWorkflowId, parseCallRef } from './ids.ts';

export interface WebUi {
  /** Where browsers reach it. */
  url: string;
  namespace: string;
}

/** @param id of a call or a campaign. A call is one workflow. A campaign is a search for its calls. */
export function webUiUrl(id: string, { url, namespace }: WebUi): string {
  const base = url.replace(/\/+$/, '');
  const workflows = `${base}/namespaces/${encodeURIComponent(namespace)}/workflows`;
  if (parseCallRef(id)) return `${workflows}/${encodeURIComponent(callWorkflowId(id))}`;
  return `${workflows}?query=${encodeURIComponent(`DialwrightCampaign="${id}"`)}`;
}
