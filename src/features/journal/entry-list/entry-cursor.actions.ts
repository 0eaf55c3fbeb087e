import { parsePage, writeCursor } from '#platform/http/pagination.ts';
import { isCalendarDate } from '#platform/http/validation/formats.ts';
import type { EntryRow } from '../entry/entry.store.ts';
import { type EntryQuery, type EntrySort, listErrors } from './entry-list.schema.ts';
import type { EntryPosition } from './entry-list.store.ts';

/*
 * A cursor belongs to one order. That of `newest` is a cursor like those of other lists; before the others comes the order, and for
 * `entry_date` the date: `oldest.<cursor>`, `entry_date.2026-01-31.<cursor>`.
 */

/** The position of the page that a query asks for, and its size. */
export function parseEntryPage(query: EntryQuery, sort: EntrySort): { limit: number; after: EntryPosition | null } {
  const { cursor } = query;
  if (cursor === undefined) return parsePage(query);
  const [order = '', ...rest] = cursor.split('.');
  const isOfOtherOrder = order === 'oldest' || order === 'entry_date';
  if ((isOfOtherOrder ? order : 'newest') !== sort) throw listErrors.cursorOfOtherSort();
  if (!isOfOtherOrder) return parsePage(query);
  const { limit, after } = parsePage({ ...query, cursor: rest.at(-1) ?? '' });
  const [entryDate = ''] = rest;
  if (after === null || order === 'oldest') return { limit, after };
  if (!isCalendarDate(entryDate)) throw listErrors.cursorOfOtherSort();
  return { limit, after: { ...after, entryDate } };
}

/** The cursor of the page after this entry; null for the best matches, which are one page. */
export function cursorAfter(row: EntryRow, sort: EntrySort): string | null {
  if (sort === 'relevance') return null;
  const cursor = writeCursor({ createdAt: row.created_at, id: row.id });
  if (sort === 'newest') return cursor;
  return sort === 'oldest' ? `oldest.${cursor}` : `entry_date.${row.entry_date}.${cursor}`;
}
