import { type RawBuilder, sql } from 'kysely';

/** A page of a list ends with the record that reaches this many bytes of text. */
export const MAX_PAGE_BYTES = 5_000_000;

/** The last record of a page; the next page starts after it. */
export type Position = { createdAt: Date; id: string };

/**
 * Whether a row comes after `position` in a list ordered by descending creation time, then id. True for each row if `position`
 * is null. `createdAt` and `id` name the columns.
 */
export function afterCursor(position: Position | null, createdAt = 'created_at', id = 'id'): RawBuilder<boolean> {
  if (position === null) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(createdAt)}, ${sql.ref(id)}) < (${position.createdAt}, ${position.id})`;
}
