import { deserialize, serialize } from 'node:v8';
import { chunk } from '../chunk.ts';

/** So many rows are serialised in a few milliseconds. */
const ROWS_PER_PIECE = 1_000;

/** A part of an object: some rows of one of its lists or maps, or another of its values as a whole. */
type Piece = { key: string; kind: 'rows' | 'entries' | 'value'; part: unknown };

type Entries = [unknown, unknown][];

/**
 * An object in pieces that each take little time, to be put together again by `addPiece`. Its lists and maps may be long;
 * what else it holds is short. Whatever `structuredClone` copies arrives as it was.
 */
export function* piecesOf(whole: object): Generator<Uint8Array<ArrayBuffer>> {
  for (const [key, value] of Object.entries(whole)) {
    if (value instanceof Map) yield* piecesOfList(key, 'entries', [...value]);
    else if (Array.isArray(value)) yield* piecesOfList(key, 'rows', value);
    else yield bytesOf({ key, kind: 'value', part: value });
  }
}

/** Adds a piece to what those before it have come to, which was an empty object at first. */
export function addPiece(whole: Record<string, unknown>, bytes: Uint8Array): void {
  const { key, kind, part } = deserialize(bytes) as Piece;
  const begun = whole[key];
  if (begun instanceof Map) for (const [name, value] of part as Entries) begun.set(name, value);
  else if (Array.isArray(begun)) begun.push(...(part as unknown[]));
  else whole[key] = kind === 'entries' ? new Map(part as Entries) : part;
}

function* piecesOfList(key: string, kind: Piece['kind'], rows: readonly unknown[]): Generator<Uint8Array<ArrayBuffer>> {
  // An empty list is a piece too, so that it is there afterwards.
  if (rows.length === 0) yield bytesOf({ key, kind, part: [] });
  for (const part of chunk(rows, ROWS_PER_PIECE)) yield bytesOf({ key, kind, part });
}

/** In memory of their own, so that it can be handed over to another thread. */
function bytesOf(piece: Piece): Uint8Array<ArrayBuffer> {
  return new Uint8Array(serialize(piece));
}
