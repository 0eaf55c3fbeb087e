import { type RawBuilder, sql } from 'kysely';
import type { TObject, TProperties } from 'typebox';
import type { Db } from '../../../platform/db/database.ts';
import { recordSchema } from './collection.schema.ts';

/** A record of an export. */
export type CollectionRecord = Record<string, unknown>;

/** The records of one kind in an export. */
export type Collection = {
  /** The name of its file. */
  name: string;
  /** The shape of a record. */
  record: TObject;
  fields: readonly string[];
  /** The fields that are instants. */
  instants: readonly string[];
  /** Columns that order the rows, unique together. */
  order: readonly string[];
  /** The rows of a user, with a column for each field. */
  rowsOf: (userId: string) => RawBuilder<unknown>;
};

type CollectionDeclaration = {
  description: string;
  fields: TProperties;
  /** Default: `created_at`, `id`. */
  order?: readonly string[];
  rows: (userId: string) => RawBuilder<unknown>;
};

export function defineCollection(
  name: string,
  { description, fields, order, rows }: CollectionDeclaration,
): Collection {
  return {
    name,
    record: recordSchema(description, fields),
    fields: Object.keys(fields),
    instants: Object.keys(fields).filter((field) => isInstant(fields[field])),
    order: order ?? ['created_at', 'id'],
    rowsOf: rows,
  };
}

function isInstant(schema: unknown): boolean {
  const { format, anyOf = [] } = schema as { format?: string; anyOf?: unknown[] };
  return format === 'date-time' || anyOf.some(isInstant);
}

/** The position of a row: its order columns as text. */
export type Cursor = readonly string[];

/**
 * Lists the records of a user after a row, at most `limit`, with the position of the last one (null at the end). Each page is a read of
 * its own: a record that changes between pages is in the export as it was before or after.
 */
export async function listRecords<Row extends CollectionRecord = CollectionRecord>(
  db: Db,
  { fields, instants, order, rowsOf }: Pick<Collection, 'fields' | 'instants' | 'order' | 'rowsOf'>,
  userId: string,
  after: Cursor | null,
  limit: number,
): Promise<{ records: Row[]; next: Cursor | null }> {
  const columns = sql.join(order.map((column) => sql.ref(column)));
  const { rows } = await sql<{ record: Row; cursor: string[] }>`
    select jsonb_build_object(${sql.join(fields.flatMap((field) => [sql.lit(field), sql.ref(field)]))}) as record,
      array[${sql.join(order.map((column) => sql`${sql.ref(column)}::text`))}] as cursor
    from (${rowsOf(userId)}) as source
    where ${after === null ? sql`true` : sql`(${columns}) > (${sql.join([...after])})`}
    order by ${columns}
    limit ${limit}`.execute(db);
  for (const { record } of rows) {
    for (const field of instants) {
      if (record[field] != null) Object.assign(record, { [field]: new Date(String(record[field])).toISOString() });
    }
  }
  return {
    records: rows.map(({ record }) => record),
    next: rows.length < limit ? null : (rows.at(-1)?.cursor ?? null),
  };
}

/** Lists the records of a collection that imports brought, as `listRecords`. */
export async function listImportedRecords(
  db: Db,
  collection: string,
  userId: string,
  after: Cursor | null,
  limit: number,
): Promise<{ records: CollectionRecord[]; next: Cursor | null }> {
  const { records, next } = await listRecords<{ record: CollectionRecord }>(
    db,
    {
      fields: ['record'],
      instants: [],
      order: ['imported_at', 'position', 'digest'],
      rowsOf: () => sql`
        select record || '{"imported": true}' as record, imported_at, position, encode(digest, 'hex') as digest
        from imported_history where user_id = ${userId} and collection = ${collection}`,
    },
    userId,
    after,
    limit,
  );
  return { records: records.map(({ record }) => record), next };
}
