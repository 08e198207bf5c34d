/** The parameters of a path, decoded. */
export type PageParameters = Readonly<Record<string, string>>;

/**
 * @param pattern a path with parameters, such as `/calls/:ref`
 * @returns the parameters, decoded; undefined if the path does not fit
 */
export function fitPath(pattern: string, path: string): PageParameters | undefined {
  const wanted = pattern.split('/');
  const parts = path.replace(/(?<=.)\/$/, '').split('/');
  if (wanted.length !== parts.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, name] of wanted.entries()) {
    const part = parts[index]!;
    if (!name.startsWith(':')) {
      if (name !== part) return undefined;
      continue;
    }
    const text = decoded(part);
    if (!text) return undefined;
    found[name.slice(1)] = text;
  }
  return found;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
