import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { type ExpectedVersions, hasVersion } from '#platform/db/record-version.ts';
import type { Trash } from '#platform/db/tables.generated.ts';
import { detachedPhotos, type PhotoFiles, photosOfDeleted } from '../photo/photo.store.ts';
import type { Sharing } from '../visibility/visibility.schema.ts';
import { groupsOf, type Viewer } from '../visibility/visibility.store.ts';

/** A deleted row, with the keys that its restoration depends on. The last four are of entries. */
export type TrashedRecord = Sharing & {
  version: number;
  title?: string;
  content?: string;
  notebook_id?: string | null;
  background_key?: string | null;
};

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'trash.record': TrashedRecord;
  }
}

const SOURCES = {
  entry: { table: 'journal_entry', title: 'title' },
  notebook: { table: 'notebook', title: 'name' },
} as const;

/** Moves the owner's record to the trash. Returns false if the owner has no such record of this version. */
export async function moveToTrash(
  db: Db | Tx,
  kind: keyof typeof SOURCES,
  { userId, id, expected, now }: { userId: string; id: string; expected: ExpectedVersions; now: Date },
): Promise<boolean> {
  const { table, title } = SOURCES[kind];
  // What searches read and the word count are computed again.
  const { rows } = await sql`
    with deleted as (
      delete from ${sql.table(table)} where id = ${id} and user_id = ${userId} and ${hasVersion(expected)} returning *
    )
    insert into trash (id, user_id, kind, title, record, deleted_at)
    select id, user_id, ${kind}, ${sql.ref(title)}, to_jsonb(deleted) - '{search_vector,search_title,search_text,search_source,word_count}'::text[], ${now}::timestamptz from deleted
    returning id`.execute(db);
  return rows.length > 0;
}

export type TrashRow = Omit<Selectable<Trash>, 'record' | 'user_id'>;

export async function listTrashOf(db: Db, userId: string, after: Position | null, limit: number): Promise<TrashRow[]> {
  return db
    .selectFrom('trash')
    .select(['id', 'kind', 'title', 'deleted_at'])
    .where('user_id', '=', userId)
    .where(afterCursor(after, 'deleted_at'))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether a record with the id is in the trash of any user. */
export async function existsInTrash(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('trash').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Claims a record of the user's trash: removes and returns it. Undefined if there is none. */
export async function claimFromTrash(
  db: Tx,
  userId: string,
  id: string,
): Promise<Pick<Selectable<Trash>, 'kind' | 'record'> | undefined> {
  return db
    .deleteFrom('trash')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['kind', 'record'])
    .executeTakeFirst();
}

/** The files of a purged record, which the caller deletes. */
export type PurgedFiles = { background_key: string | null; photos: PhotoFiles[] };

/** Deletes records of the trash for good and detaches their photos. */
async function purge(db: Db, condition: RawBuilder<unknown>): Promise<PurgedFiles[]> {
  const { rows } = await sql<PurgedFiles>`
    with deleted as (
      delete from trash where ${condition} returning id, user_id, record ->> 'background_key' as background_key
    ), ${detachedPhotos}
    select background_key, ${photosOfDeleted} as photos from deleted`.execute(db);
  return rows;
}

/** Claims a record of the user's trash for its purge. Undefined if there is none. */
export async function claimForPurge(db: Db, userId: string, id: string): Promise<PurgedFiles | undefined> {
  const [purged] = await purge(db, sql`id = ${id} and user_id = ${userId}`);
  return purged;
}

/** Claims up to `limit` records of all users that were deleted before an instant for their purge. */
export async function claimExpiredTrash(db: Db, deletedBefore: Date, limit: number): Promise<PurgedFiles[]> {
  return purge(
    db,
    sql`(id, user_id) in (
      select id, user_id from trash where deleted_at < ${deletedBefore}
      order by deleted_at limit ${limit} for update skip locked
    )`,
  );
}

/** The ids of the groups that the user is a member of. */
export async function listGroupsOfMember(db: Db, viewer: Viewer): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with ${groupsOf(viewer)} select unnest(ids) as id from viewer_group`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
