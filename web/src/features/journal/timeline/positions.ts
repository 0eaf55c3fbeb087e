import type { VirtualizerHandle } from 'virtua';

type Position = { cache: VirtualizerHandle['cache']; offset: number; count: number };

/** Where each list stood, and how high its rows are, by the entry of the history. The newest 20 are kept. */
const positions = new Map<string, Position>();
const MAX_POSITIONS = 20;

export function keepPosition(key: string, position: Position): void {
  positions.delete(key);
  positions.set(key, position);
  const [oldest] = positions.keys();
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
}

/** The position of a list, if it has as many rows as then. */
export function positionOf(key: string, count: number): Position | undefined {
  const position = positions.get(key);
  return position?.count === count ? position : undefined;
}
