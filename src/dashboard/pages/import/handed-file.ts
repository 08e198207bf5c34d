/** A list that was dropped on the form of a new campaign, on its way to the page that imports it. */

let handed: { campaignId: string; file: File } | undefined;

export function handFile(campaignId: string, file: File): void {
  handed = { campaignId, file };
}

/** Once: undefined afterwards, and for another campaign. */
export function takeHandedFile(campaignId: string): File | undefined {
  if (handed?.campaignId !== campaignId) return undefined;
  const { file } = handed;
  handed = undefined;
  return file;
}
