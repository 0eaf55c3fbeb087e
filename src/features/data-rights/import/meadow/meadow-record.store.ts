import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Restoration } from '#platform/db/table/table-facts.ts';
import type { CollectionRecord } from '../../collection/collection.store.ts';

/** A row of a table as JSON, with its new id. */
export type RestoredRow = CollectionRecord & { id: string };

/** Inserts rows of one table. Returns the ids of those that were not in conflict with others. */
export async function insertRestoredRows(
  tx: Tx,
  { table, columns, condition = sql`true` }: Restoration,
  userId: string,
  rows: readonly RestoredRow[],
): Promise<ReadonlySet<string>> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const { rows: inserted } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (id, user_id, ${names})
    select id, ${userId}, ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    where ${condition}
    on conflict do nothing
    returning id`.execute(tx);
  return new Set(inserted.map(({ id }) => id));
}

/** Completes imported entries with what other diaries do not have. Texts, tags and times are those that fit the rules. */
export async function updateRestoredEntries(tx: Tx, userId: string, rows: readonly RestoredRow[]): Promise<void> {
  await sql`
    update journal_entry entry
    set is_mood_detected = given.is_mood_detected and entry.mood is not null, emotional_tone = given.emotional_tone,
      background_key = given.background_key, written_at = given.written_at,
      metadata_visibility = case when given.metadata_visibility = 'user' then 'user' else 'private' end,
      content_visibility = case when given.content_visibility = 'user' then 'user' else 'private' end,
      music_track_id = (
        select track_id from music_play
        where music_play.user_id = ${userId} and track_id = given.music_track_id limit 1)
    from jsonb_populate_recordset(null::journal_entry, ${JSON.stringify(rows)}::jsonb) as given
    where entry.id = given.id and entry.user_id = ${userId} and entry.is_imported`.execute(tx);
}

/** Completes imported notebooks. */
export async function updateRestoredNotebooks(tx: Tx, userId: string, rows: readonly RestoredRow[]): Promise<void> {
  await sql`
    update notebook
    set created_at = given.created_at, updated_at = given.updated_at
    from jsonb_populate_recordset(null::notebook, ${JSON.stringify(rows)}::jsonb) as given
    where notebook.id = given.id and notebook.user_id = ${userId}`.execute(tx);
}

/** Sets preferences and a name that the user has not set. */
export async function updateRestoredProfile(
  tx: Tx,
  userId: string,
  {
    preferences,
    fullName,
    searchName,
    avatarUrl,
  }: { preferences: object; fullName: string; searchName: string; avatarUrl: string | null },
): Promise<void> {
  await sql`
    update profile
    set preferences = ${JSON.stringify(preferences)}::jsonb || preferences,
      full_name = case when full_name = '' then ${fullName} else full_name end,
      search_name = case when full_name = '' then ${searchName} else search_name end,
      avatar_url = coalesce(avatar_url, ${avatarUrl})
    where id = ${userId}`.execute(tx);
}

export async function insertRestoredPreferences(tx: Tx, userId: string, rows: readonly object[]): Promise<void> {
  await sql`
    insert into notification_preference (user_id, kind, inbox, push)
    select ${userId}, kind, inbox, push
    from jsonb_populate_recordset(null::notification_preference, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(tx);
}

export async function insertRestoredQuietHours(tx: Tx, userId: string, rows: readonly object[]): Promise<void> {
  await sql`
    insert into notification_quiet_hours (user_id, start_time, end_time)
    select ${userId}, start_time, end_time
    from jsonb_populate_recordset(null::notification_quiet_hours, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(tx);
}

export type HistoryRow = { collection: string; record: CollectionRecord; file_key: string | null; position: number };

/** Keeps records as history, each once. */
export async function insertHistory(tx: Tx, userId: string, rows: readonly HistoryRow[], now: Date): Promise<void> {
  await sql`
    insert into imported_history (user_id, collection, digest, record, file_key, position, imported_at)
    select ${userId}, collection, sha256(convert_to(record::text, 'UTF8')), record, file_key, position, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (collection text, record jsonb, file_key text, position integer)
    on conflict do nothing`.execute(tx);
}

/** The ids of these that are records of the user. */
export async function listOwnRecordIds(
  db: Db,
  tables: readonly string[],
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${sql.join(
    tables.map(
      (table) => sql`select id from ${sql.table(table)} where id = any (${[...ids]}::uuid[]) and user_id = ${userId}`,
    ),
    sql` union all `,
  )}`.execute(db);
  return rows.map(({ id }) => id);
}
