/** A priority queue: `pop` returns the least item. Written here because the domain imports no packages. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #isLess: (one: Item, other: Item) => boolean;

  constructor(isLess: (one: Item, other: Item) => boolean) {
    this.#isLess = isLess;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isLess(item, items[above]!)) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const least = items[0];
    const last = items.pop();
    if (items.length > 0) this.#sink(last!);
    return least;
  }

  #sink(item: Item): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      const other = below + 1;
      if (other < items.length && this.#isLess(items[other]!, items[below]!)) below = other;
      if (!this.#isLess(items[below]!, item)) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = item;
  }
}
