import type { Rect } from './field.rules.ts';

/**
 * Tiles are drawn once into chunks, and a frame copies the chunks that it shows. The *pitch* is the distance of two tiles in pixels of
 * the chunk; a chunk covers so many tiles that it has about this side, and no more than a frame can draw.
 */
const CHUNK_PX = 320;
const MAX_TILES_PER_SIDE = 12;
const MAX_PITCH = 320;
/** Light falls on so many tiles around the field. */
const EDGE = 1;

/** The pitch of the chunks for a scale: that of the display, so that tiles are sharp. */
export function pitchOf(scale: number, pixelRatio: number): number {
  return Math.min(MAX_PITCH, Math.max(1, Math.ceil(scale * pixelRatio - 1e-6)));
}

/** The tiles along a side of a chunk. */
export const tilesPerSide = (pitch: number): number =>
  Math.min(MAX_TILES_PER_SIDE, Math.max(1, Math.round(CHUNK_PX / pitch)));

export type Chunk = { key: string; pitch: number; rect: Rect };

/** The chunk of a column and row of chunks. The first ones begin a tile before the field. */
export function chunkAt(pitch: number, column: number, row: number): Chunk {
  const side = tilesPerSide(pitch);
  return {
    key: `${pitch} ${column} ${row}`,
    pitch,
    rect: { x: column * side - EDGE, y: row * side - EDGE, width: side, height: side },
  };
}

/** The chunks of a part of a field, the nearest to its middle first. */
export function chunksIn(seen: Rect, pitch: number, { columns, rows }: { columns: number; rows: number }): Chunk[] {
  const side = tilesPerSide(pitch);
  const span = (from: number, length: number, count: number) => ({
    first: Math.max(0, Math.floor((from + EDGE) / side)),
    end: Math.ceil((Math.min(from + length, count + EDGE) + EDGE) / side),
  });
  const across = span(seen.x, seen.width, columns);
  const down = span(seen.y, seen.height, rows);
  const chunks: Chunk[] = [];
  for (let row = down.first; row < down.end; row += 1) {
    for (let column = across.first; column < across.end; column += 1) chunks.push(chunkAt(pitch, column, row));
  }
  const distance = ({ rect }: Chunk) =>
    Math.hypot(rect.x + side / 2 - seen.x - seen.width / 2, rect.y + side / 2 - seen.y - seen.height / 2);
  return chunks.sort((one, other) => distance(one) - distance(other));
}

/** Whether a chunk shows a tile, or the light around it. */
export function shows({ rect }: Chunk, { x, y }: { x: number; y: number }): boolean {
  return x > rect.x - 2 && y > rect.y - 2 && x < rect.x + rect.width + 1 && y < rect.y + rect.height + 1;
}

const MAX_TILES_PER_FRAME = 150;

/** The first of these chunks that a frame has time to draw. */
export function affordable(chunks: readonly Chunk[]): Chunk[] {
  let tiles = 0;
  return chunks.filter(({ rect }) => {
    tiles += rect.width * rect.height;
    return tiles <= MAX_TILES_PER_FRAME;
  });
}
