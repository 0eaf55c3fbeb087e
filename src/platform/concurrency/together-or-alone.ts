/**
 * Processes all items with one call of `together`, and alone those that it returns, or all if it fails. So a failing item stops no
 * other, and `together` can omit items that are locked, in place of waiting while it has locked the others.
 */
export async function togetherOrAlone<Item>(
  items: readonly Item[],
  together: (items: readonly Item[]) => Promise<readonly Item[]>,
  alone: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of await remainingOf(items, together)) await alone(item);
}

async function remainingOf<Item>(
  items: readonly Item[],
  together: (items: readonly Item[]) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  if (items.length < 2) return items;
  try {
    return await together(items);
  } catch {
    // The items that cause the failure fail again alone.
    return items;
  }
}
