import type { Tile, TileState } from './mosaic.ts';

const STATES: readonly TileState[] = ['completed', 'completed', 'pending', 'failed'];

/** Tiles of users of both teams, in all states. */
export function testTiles(count: number, change: (index: number) => Partial<Tile> = () => ({})): Tile[] {
  return Array.from({ length: count }, (_, index) => ({
    userId: `user ${index}`,
    userName: `Person ${index}`,
    isAi: false,
    teamColor: index % 2 === 0 ? 'red' : 'blue',
    status: STATES[index % STATES.length] ?? 'pending',
    ...change(index),
  }));
}
