import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { groupsOf, type Viewer } from '../visibility/visibility.store.ts';

/** Lists the user's newest entries since `since` that have no track, with the time of writing. */
export async function listEntriesWithoutTrack(
  tx: Tx,
  userId: string,
  since: Date,
  limit: number,
): Promise<{ id: string; at: Date }[]> {
  return tx
    .selectFrom('journal_entry')
    .select(({ fn }) => ['id', fn.coalesce('written_at', 'created_at').as('at')])
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('music_track_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Links entries of the user that have no track and are not locked. Returns the number of linked entries. Does not set `updated_at`. */
export async function updateTracks(
  tx: Tx,
  userId: string,
  links: readonly { id: string; trackId: string }[],
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with link as (
      select id, "trackId" from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given (id uuid, "trackId" text)
    ), locked as (
      select entry.id from journal_entry entry join link using (id)
      where user_id = ${userId} and music_track_id is null
      order by entry.id for no key update of entry skip locked
    )
    update journal_entry set music_track_id = link."trackId"
    from locked join link using (id)
    where user_id = ${userId} and journal_entry.id = locked.id
    returning journal_entry.id`.execute(tx);
  return rows.length;
}

/** Whether the viewer may read the metadata of an entry that is linked to the track. */
export async function existsVisibleEntryWithTrack(db: Db, viewer: Viewer, trackId: string): Promise<boolean> {
  // One subquery for each index: with OR, PostgreSQL would read all entries that have the track.
  const { rows } = await sql<{ exists: boolean }>`
    with ${groupsOf(viewer)}
    select ${viewer.isSuperAdmin}
      or exists (select from journal_entry where user_id = ${viewer.userId} and music_track_id = ${trackId})
      or exists (
        select from journal_entry where music_track_id = ${trackId}
          and metadata_audience = '00000000-0000-0000-0000-000000000000'
      )
      or exists (
        select from journal_entry where music_track_id = ${trackId}
          and metadata_audience = any ((select ids from viewer_group)::uuid[])
      ) as exists`.execute(db);
  return rows[0]?.exists ?? false;
}
