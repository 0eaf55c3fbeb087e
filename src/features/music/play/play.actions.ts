import type { Actor } from '#access/actor.ts';
import { codeOf } from '#platform/errors.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { MusicDeps } from '../deps.ts';
import { type MusicPlayList, type MusicTrack, playErrors } from './play.schema.ts';
import { findTrackPlayedAt, hasPlayed, listPlaysOf, listTracks, type TrackRow } from './play.store.ts';

/** Lists the actor's synced plays, newest first by the time of playing. */
export async function listPlays(deps: MusicDeps, actor: Actor, query: PageQuery): Promise<MusicPlayList> {
  const { rows, next_cursor } = await paginate(
    query,
    (after, limit) => listPlaysOf(deps.db, actor.userId, after, limit),
    {
      positionOf: ({ id, played_at }) => ({ createdAt: played_at, id }),
    },
  );
  const tracks = await listTracks(deps.db, [...new Set(rows.map(({ track_id }) => track_id))]);
  const views = new Map(tracks.map((track) => [track.id, viewOfTrack(track)]));
  return {
    plays: rows.flatMap(({ id, user_id, track_id, played_at, source, created_at }) => {
      const track = views.get(track_id);
      if (track === undefined) return [];
      const [playedAt, createdAt] = [played_at.toISOString(), created_at.toISOString()];
      return { id, user_id, track_id, played_at: playedAt, source, created_at: createdAt, track };
    }),
    next_cursor,
  };
}

/**
 * Reads a track that the actor played, or that is linked to an entry visible to the actor. Tracks of other users are not found.
 */
export async function readTrack(deps: MusicDeps, actor: Actor, id: string): Promise<MusicTrack> {
  const [track] = await listTracks(deps.db, [id]);
  const maySee =
    track !== undefined &&
    ((await hasPlayed(deps.db, actor.userId, id)) || (await deps.trackLinks.isSeenBy(actor, id)));
  if (!maySee) throw playErrors.trackNotFound();
  return viewOfTrack(track);
}

/** Returns the id of the track that the user played last at or before `instant`. Null for none and after a failure, which is logged. */
export async function trackPlayedAt(
  deps: Pick<MusicDeps, 'db' | 'log'>,
  userId: string,
  instant: Date,
): Promise<string | null> {
  return (await orWithoutTrack(deps, userId, () => findTrackPlayedAt(deps.db, userId, instant))) ?? null;
}

/** Returns what `read` finds about the user's music, or null after a failure, which is logged: an entry does not fail with it. */
export async function orWithoutTrack<Found>(
  deps: Pick<MusicDeps, 'log'>,
  userId: string,
  read: () => Promise<Found>,
): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    const code = codeOf(error) ?? 'unexpected';
    deps.log.warn({ event: 'music.track-not-linked', user_id: userId, code }, 'could not link an entry to a track');
    return null;
  }
}

function viewOfTrack(track: TrackRow): MusicTrack {
  return {
    id: track.id,
    name: track.name,
    artist_names: track.artist_names,
    album_name: track.album_name,
    album_image_url: track.album_image_url,
    external_url: track.external_url,
    duration_ms: track.duration_ms,
    explicit: track.explicit,
    created_at: track.created_at.toISOString(),
    updated_at: track.updated_at.toISOString(),
  };
}
