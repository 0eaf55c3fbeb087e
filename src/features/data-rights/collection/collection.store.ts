import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Collection, FilesOfRows } from '#platform/db/table/table-facts.ts';

/** A record of an export. */
export type CollectionRecord = Record<string, unknown>;

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

/** A file of an export: its path in the archive and its key in the storage. */
export type MediaFile = { path: string; key: string };

/** Lists the files of one kind, as `listRecords`. Smaller sizes of an image are left out. */
export async function listMedia(
  db: Db,
  { order = ['created_at', 'id'], rows: rowsOf }: NonNullable<FilesOfRows['exported']>,
  userId: string,
  after: Cursor | null,
  limit: number,
): Promise<{ records: MediaFile[]; next: Cursor | null }> {
  return listRecords<MediaFile>(db, { fields: ['path', 'key'], instants: [], order, rowsOf }, userId, after, limit);
}
