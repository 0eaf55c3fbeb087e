import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { FilesOfRows } from '#platform/db/table/table-facts.ts';

/** A picture and its owner. */
export type PictureKey = { key: string; userId: string };

/** Who may see a picture: its owner, and an audience besides. */
export type PictureReaders = { key: string; audience: string | null };

/** Lists the readers of photos of existing entries. Unattached photos have their owner as the only reader. */
export async function listReadersOfPhotos(db: Db, keys: readonly PictureKey[], now: Date): Promise<PictureReaders[]> {
  const { rows } = await sql<PictureReaders>`
    select photo.key, content_audience as audience
    from ${given(keys)}
      join photo on photo.key = file.key and photo.user_id = file.user_id
      left join journal_entry as entry on entry.id = photo.entry_id and entry.user_id = file.user_id
    where entry.id is not null or expires_at > ${now}`.execute(db);
  return rows;
}

/** Lists the readers of backgrounds of entries. Those of `others` have their owner as the only reader. */
export async function listReadersOfBackgrounds(
  db: Db,
  others: readonly FilesOfRows[],
  keys: readonly PictureKey[],
): Promise<PictureReaders[]> {
  const { rows } = await sql<PictureReaders>`
    select file.key, entry.metadata_audience as audience
    from ${given(keys)}
      left join journal_entry as entry on entry.background_key = file.key and entry.user_id = file.user_id
    where entry.id is not null
      or ${sql.join(
        others.map(({ isNamed }) => isNamed),
        sql` or `,
      )}`.execute(db);
  return rows;
}

const given = (keys: readonly PictureKey[]) => sql`
  unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ userId }) => userId)}::uuid[]) as file (key, user_id)`;
