export const MAX_PHOTOS = 10;

/** Moves an item of a list by a number of positions, as far as the list goes. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const target = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, target), ...items.slice(from, from + 1), ...rest.slice(target)];
}
