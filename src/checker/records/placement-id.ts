/** The link between both records: the callback URL of a POST names its call and placement. */
export interface PlacementId {
  ref: string;
  placement: number;
}

const HOOK = /\/hooks\/click2call\/([^/]+)\.([1-9]\d*)\/[^/]+$/;

export function placementOfUrl(url: string | null): PlacementId | null {
  const match = url === null ? null : HOOK.exec(url.split('?')[0] ?? '');
  return match ? { ref: match[1]!, placement: Number(match[2]) } : null;
}

export function showPlacement({ ref, placement }: PlacementId): string {
  return `${ref}.${placement}`;
}
