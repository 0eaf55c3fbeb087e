/**
 * Stores items as they arrive, one call at a time: those that arrive while a call runs share the next one. So one item is stored at
 * once, and a thousand at the same time by few calls. The returned promise is that of the call with the item.
 */
export function createCollector<Item>(store: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: { items: Item[]; stored: Promise<void> } | null = null;

  return (item) => {
    if (next === null) {
      const items: Item[] = [];
      const stored = running.then(() => {
        next = null;
        return store(items);
      });
      next = { items, stored };
      // The next call does not depend on the result of this one.
      running = stored.catch(() => undefined);
    }
    next.items.push(item);
    return next.stored;
  };
}
