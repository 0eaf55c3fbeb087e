import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { MusicPlay, MusicTrack } from '#platform/db/tables.generated.ts';

export type TrackRow = Omit<Selectable<MusicTrack>, 'raw'>;

const TRACK_COLUMNS = [
  'music_track.id',
  'name',
  'artist_names',
  'album_name',
  'album_image_url',
  'external_url',
  'duration_ms',
  'explicit',
  'music_track.created_at',
  'updated_at',
] as const;

/** Lists the user's plays, newest first. `after` is a position by the time of playing. */
export async function listPlaysOf(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<Selectable<MusicPlay>[]> {
  const query = db.selectFrom('music_play').selectAll().where('user_id', '=', userId);
  return query
    .where(afterCursor(after, 'played_at'))
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function listTracks(db: Db, ids: readonly string[]): Promise<TrackRow[]> {
  return db
    .selectFrom('music_track')
    .select(TRACK_COLUMNS)
    .where(sql<boolean>`id = any (${[...ids]}::text[])`)
    .execute();
}

/** Finds the id of the track that the user played last at or before `instant`. */
export async function findTrackPlayedAt(db: Db, userId: string, instant: Date): Promise<string | undefined> {
  const play = await db
    .selectFrom('music_play')
    .select('track_id')
    .where('user_id', '=', userId)
    .where('played_at', '<=', instant)
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return play?.track_id;
}

/** Lists the track that the user played last at or before each instant. Omits instants without one. */
export async function listTracksPlayedAt(
  tx: Tx,
  userId: string,
  instants: readonly { id: string; at: Date }[],
): Promise<{ id: string; trackId: string }[]> {
  const { rows } = await sql<{ id: string; trackId: string }>`
    select instant.id, last_play.track_id as "trackId"
    from jsonb_to_recordset(${JSON.stringify(instants)}::jsonb) as instant (id uuid, at timestamptz)
    cross join lateral (
      select track_id from music_play
      where user_id = ${userId} and played_at <= instant.at
      order by played_at desc, id desc limit 1
    ) last_play`.execute(tx);
  return rows;
}

export async function hasPlayed(db: Db, userId: string, trackId: string): Promise<boolean> {
  const play = await db
    .selectFrom('music_play')
    .select('id')
    .where('user_id', '=', userId)
    .where('track_id', '=', trackId)
    .limit(1)
    .executeTakeFirst();
  return play !== undefined;
}

export async function deletePlaysOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('music_play').where('user_id', '=', userId).execute();
}
