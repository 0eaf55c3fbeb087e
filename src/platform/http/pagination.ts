import Type, { type Static, type TSchema } from 'typebox';
import { MAX_PAGE_BYTES } from '../db/page-size.ts';
import type { Position } from '../db/pagination.ts';
import { declareErrors } from '../errors.ts';
import { isStrictUuid } from './formats.ts';
import { Nullable } from './shapes.ts';

/** Lists come newest first, the id breaking ties, in pages that continue where the cursor says. */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: 'Records in a page; 500 where not given.' }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The `next_cursor` of the page before.' }),
  ),
});
export type PageQuery = Static<typeof PageQuery>;

export type Page<Row> = { rows: Row[]; next: Position | null };

const MAX_PAGE_SIZE = 500;

const pageErrors = declareErrors({
  cursorInvalid: {
    status: 400,
    code: 'request.invalid-cursor',
    message: 'This cursor is not one of ours. Send the `next_cursor` of the page before, unchanged, or none.',
  },
});

/** The answer of a list: its array under its own name, and where the next page starts (null at the end). */
export function listSchema<Name extends string, Item extends TSchema>(name: Name, item: Item) {
  const title = (item as { title?: string }).title;
  if (title === undefined) throw new Error(`The items of a list need a title: ${name}.`);
  const properties = { [name]: Type.Array(item), next_cursor: Nullable(Type.String()) };
  return Type.Object(
    properties as { [Key in Name]: ReturnType<typeof Type.Array<Item>> } & {
      next_cursor: ReturnType<typeof NullableString>;
    },
    { title: `${title}Page` },
  );
}
const NullableString = () => Nullable(Type.String());

/** What a query asks for: how many records, and after which. Throws `request.invalid-cursor`. */
export function parsePage(query: PageQuery): { limit: number; after: Position | null } {
  return {
    limit: query.limit ?? MAX_PAGE_SIZE,
    after: query.cursor === undefined ? null : readCursor(query.cursor),
  };
}

/**
 * Splits what a query for `limit + 1` rows found into the page and the position after which the next one starts. Where records
 * are long, `textOf` tells what of them counts for the size of the page.
 */
export function toPage<Row extends { id: string; created_at: Date }>(
  rows: Row[],
  limit: number,
  textOf?: (row: Row) => string,
): Page<Row> {
  const page = rows.slice(0, textOf === undefined ? limit : Math.min(limit, countWithinBytes(rows, textOf)));
  const last = page.at(-1);
  return { rows: page, next: rows.length > page.length && last ? { createdAt: last.created_at, id: last.id } : null };
}

function countWithinBytes<Row>(rows: Row[], textOf: (row: Row) => string): number {
  let bytes = 0;
  const crossing = rows.findIndex((row) => {
    bytes += Buffer.byteLength(textOf(row));
    return bytes >= MAX_PAGE_BYTES;
  });
  return crossing === -1 ? rows.length : crossing + 1;
}

/** The position as an opaque text that survives a query string. */
export function writeCursor(position: Position | null): string | null {
  if (position === null) return null;
  return Buffer.from(`${position.createdAt.getTime()} ${position.id}`).toString('base64url');
}

function readCursor(cursor: string): Position {
  const [milliseconds = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (!/^\d{1,15}$/.test(milliseconds) || !isStrictUuid(id) || rest.length > 0) throw pageErrors.cursorInvalid();
  return { createdAt: new Date(Number(milliseconds)), id };
}
