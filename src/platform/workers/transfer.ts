import { deserialize, serialize } from 'node:v8';
import { chunk } from '../chunk.ts';

/** Rows serialized within a few milliseconds. */
const ROWS_PER_PIECE = 1_000;

/** Some rows of a list or map of an object, or another value as a whole. */
type Piece = { key: string; kind: 'rows' | 'entries' | 'value'; part: unknown };

type Entries = [unknown, unknown][];

/**
 * Splits an object into pieces that are quick to serialize; `addPiece` joins them.
 * Its lists and maps may be long; other values are short. Supports what `structuredClone` supports.
 */
export function* piecesOf(whole: object): Generator<Uint8Array<ArrayBuffer>> {
  for (const [key, value] of Object.entries(whole)) {
    if (value instanceof Map) yield* piecesOfList(key, 'entries', [...value]);
    else if (Array.isArray(value)) yield* piecesOfList(key, 'rows', value);
    else yield bytesOf({ key, kind: 'value', part: value });
  }
}

/** Adds the next piece to an object that starts empty. */
export function addPiece(whole: Record<string, unknown>, bytes: Uint8Array): void {
  const { key, kind, part } = deserialize(bytes) as Piece;
  const existing = whole[key];
  if (existing instanceof Map) for (const [name, value] of part as Entries) existing.set(name, value);
  else if (Array.isArray(existing)) existing.push(...(part as unknown[]));
  else whole[key] = kind === 'entries' ? new Map(part as Entries) : part;
}

function* piecesOfList(key: string, kind: Piece['kind'], rows: readonly unknown[]): Generator<Uint8Array<ArrayBuffer>> {
  // An empty list is a piece too, so that it is not lost.
  if (rows.length === 0) yield bytesOf({ key, kind, part: [] });
  for (const part of chunk(rows, ROWS_PER_PIECE)) yield bytesOf({ key, kind, part });
}

/** Returns the bytes in a separate buffer, which can be transferred. */
function bytesOf(piece: Piece): Uint8Array<ArrayBuffer> {
  return new Uint8Array(serialize(piece));
}
