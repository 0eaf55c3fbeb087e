import Type, { type Static, type TSchema } from 'typebox';
import type { Position } from '../db/pagination.ts';
import { MAX_PAGE_BYTES } from '../db/pagination.ts';
import { declareErrors } from '../errors.ts';
import { Nullable } from './shapes.ts';
import { isStrictUuid } from './validation/formats.ts';

export const MAX_PAGE_SIZE = 500;

/** Lists are ordered by descending creation time, then id. A page continues after its cursor. */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      description: `Records in a page; ${MAX_PAGE_SIZE} where not given.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The `next_cursor` of the page before.' }),
  ),
});
export type PageQuery = Static<typeof PageQuery>;

export type Page<Row> = { rows: Row[]; next: Position | null };

const pageErrors = declareErrors({
  cursorInvalid: {
    status: 400,
    code: 'request.invalid-cursor',
    message: 'This cursor is not one of ours. Send the `next_cursor` of the page before, unchanged, or none.',
  },
});

/** The response of a list: its array under `name`, and the cursor of the next page (null at the end). */
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

type Dated = { id: string; created_at: Date };

/** Reads the rows after a position, at most `limit`, in the order of the list. */
type ListRows<Row> = (after: Position | null, limit: number) => Promise<Row[]>;

type PageOptions<Row> = {
  /** The text of a row that counts towards `MAX_PAGE_BYTES`, for lists of long records. */
  textOf?: (row: Row) => string;
  /** The position of a row, for lists that are not ordered by `created_at` and `id`. */
  positionOf?: (row: Row) => Position;
};

/**
 * The page of a list that a query asks for.
 *
 * @throws {request.invalid-cursor}
 */
export function paginate<Row extends Dated>(
  query: PageQuery,
  list: ListRows<Row>,
  options?: PageOptions<Row>,
): Promise<{ rows: Row[]; next_cursor: string | null }>;
export function paginate<Row>(
  query: PageQuery,
  list: ListRows<Row>,
  options: PageOptions<Row> & { positionOf: (row: Row) => Position },
): Promise<{ rows: Row[]; next_cursor: string | null }>;
export async function paginate<Row extends Dated>(
  query: PageQuery,
  list: ListRows<Row>,
  { textOf, positionOf = positionByCreation }: PageOptions<Row> = {},
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  // One row more than the page tells whether there is a next one.
  const found = await list(after, limit + 1);
  const rows = found.slice(0, textOf === undefined ? limit : Math.min(limit, countWithinBytes(found, textOf)));
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > rows.length && last ? writeCursor(positionOf(last)) : null };
}

const positionByCreation = ({ id, created_at }: Dated): Position => ({ createdAt: created_at, id });

/**
 * The limit and position that a query requests.
 *
 * @throws {request.invalid-cursor}
 */
export function parsePage(query: PageQuery): { limit: number; after: Position | null } {
  return {
    limit: query.limit ?? MAX_PAGE_SIZE,
    after: query.cursor === undefined ? null : readCursor(query.cursor),
  };
}

/**
 * Splits the rows of a query for `limit + 1` rows into the page and the position of the next one. `textOf` returns the text
 * of a long record that counts towards the size of the page.
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

/** The position as an opaque text for a query string. */
export function writeCursor(position: Position | null): string | null {
  if (position === null) return null;
  return Buffer.from(`${position.createdAt.getTime()} ${position.id}`).toString('base64url');
}

function readCursor(cursor: string): Position {
  const [milliseconds = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (!/^\d{1,15}$/.test(milliseconds) || !isStrictUuid(id) || rest.length > 0) throw pageErrors.cursorInvalid();
  return { createdAt: new Date(Number(milliseconds)), id };
}
