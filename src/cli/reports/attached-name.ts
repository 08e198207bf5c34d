/** The name that a server gives a file. */

/**
 * Of `Content-Disposition`, as a name in a folder of this machine: a path in it is cut off, because a file must not be
 * written elsewhere than where the person said.
 */
export function attachedName(disposition: string | null): string {
  const [, coded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain = ''] = /filename="([^"]*)"/i.exec(disposition ?? '') ?? [];
  const name = (decoded(coded) ?? plain).replace(/^.*[/\\]/s, '').replaceAll(/^\.+|\p{Cc}/gu, '');
  return name === '' ? 'download' : name;
}

function decoded(coded: string | undefined): string | undefined {
  try {
    return coded === undefined ? undefined : decodeURIComponent(coded);
  } catch {
    return undefined;
  }
}
