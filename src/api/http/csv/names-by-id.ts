/** Remembers what it has read, because most rows of a report have the same few. */
export class NamesById {
  readonly #read: (id: string) => Promise<{ name: string }>;
  readonly #known = new Map<string, string>();

  constructor(read: (id: string) => Promise<{ name: string }>) {
    this.#read = read;
  }

  async of(id: string | null): Promise<string | null> {
    if (id === null) return null;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const { name } = await this.#read(id);
    this.#known.set(id, name);
    return name;
  }
}
