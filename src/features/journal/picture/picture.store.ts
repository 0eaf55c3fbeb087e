import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** A picture and its owner. */
export type PictureKey = { key: string; userId: string };

/** Who may see a picture: its owner, and an audience besides. */
export type PictureReaders = { key: string; audience: string | null };

/** Of photos whose entry exists, and for their owner of those that an entry can still take. */
export async function listReadersOfPhotos(db: Db, keys: readonly PictureKey[], now: Date): Promise<PictureReaders[]> {
  const { rows } = await sql<PictureReaders>`
    select photo.key, content_audience as audience
    from ${given(keys)}
      join photo on photo.key = given.key and photo.user_id = given.user_id
      left join journal_entry as entry on entry.id = photo.entry_id and entry.user_id = given.user_id
    where entry.id is not null or expires_at > ${now}`.execute(db);
  return rows;
}

/** Of backgrounds of entries. Those that no entry has yet, and those of an imported history, are for their owner. */
export async function listReadersOfBackgrounds(db: Db, keys: readonly PictureKey[]): Promise<PictureReaders[]> {
  const { rows } = await sql<PictureReaders>`
    select given.key, entry.metadata_audience as audience
    from ${given(keys)}
      left join journal_entry as entry on entry.background_key = given.key and entry.user_id = given.user_id
    where entry.id is not null
      or exists (select from temporary_background as unused where unused.key = given.key and unused.user_id = given.user_id)
      or exists (select from imported_history as history where file_key = given.key and history.user_id = given.user_id)`.execute(
    db,
  );
  return rows;
}

const given = (keys: readonly PictureKey[]) => sql`
  unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ userId }) => userId)}::uuid[]) as given (key, user_id)`;
