import type { Actor } from '../../access/actor.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { codeOf } from '../../platform/errors.ts';
import { type PageQuery, parsePage, writeCursor } from '../../platform/http/pagination.ts';
import type { Logger } from '../../platform/log.ts';
import { type MusicPlayList, type MusicTrack, playErrors } from './play.schema.ts';
import {
  findTrackPlayedAt,
  hasPlayed,
  listPlaysOf,
  listTracks,
  listTracksPlayedAt,
  type TrackRow,
} from './play.store.ts';

export type PlayDeps = {
  db: Db;
  log: Logger;
  trackLinks: {
    /** Links a person's entries since then that have no track yet. Returns how many it has linked. */
    link: (tx: Tx, userId: string, since: Date) => Promise<number>;
    /** Whether somebody may know of an entry that is linked to the track. */
    isSeenBy: (actor: Actor, trackId: string) => Promise<boolean>;
  };
};

/** What the actor has played, as far as it was synced; what was played last comes first. */
export async function listPlays(deps: PlayDeps, actor: Actor, query: PageQuery): Promise<MusicPlayList> {
  const { limit, after } = parsePage(query);
  const rows = await listPlaysOf(deps.db, actor.userId, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const tracks = await listTracks(deps.db, [...new Set(page.map(({ track_id }) => track_id))]);
  const views = new Map(tracks.map((track) => [track.id, viewOfTrack(track)]));
  return {
    plays: page.flatMap(({ id, user_id, track_id, played_at, source, created_at }) => {
      const track = views.get(track_id);
      if (track === undefined) return [];
      const [playedAt, createdAt] = [played_at.toISOString(), created_at.toISOString()];
      return { id, user_id, track_id, played_at: playedAt, source, created_at: createdAt, track };
    }),
    next_cursor: writeCursor(rows.length > limit && last ? { createdAt: last.played_at, id: last.id } : null),
  };
}

/**
 * A track that the actor has played, or that is linked to an entry which they may know of. Throws `music.track-not-found`, for a
 * track that somebody else has played as for one that nobody has.
 */
export async function readTrack(deps: PlayDeps, actor: Actor, id: string): Promise<MusicTrack> {
  const [track] = await listTracks(deps.db, [id]);
  const maySee =
    track !== undefined &&
    ((await hasPlayed(deps.db, actor.userId, id)) || (await deps.trackLinks.isSeenBy(actor, id)));
  if (!maySee) throw playErrors.trackNotFound();
  return viewOfTrack(track);
}

/**
 * The id of the track that a person played last at this moment or before it; null where there is none, or it cannot be told:
 * writing a journal never fails for want of music.
 */
export async function trackPlayedAt(
  deps: Pick<PlayDeps, 'db' | 'log'>,
  userId: string,
  moment: Date,
): Promise<string | null> {
  try {
    return (await findTrackPlayedAt(deps.db, userId, moment)) ?? null;
  } catch (error) {
    const code = codeOf(error) ?? 'unexpected';
    deps.log.warn({ user_id: userId, code }, 'an entry was not linked to a track');
    return null;
  }
}

/** The same for many moments at once, by the ids that they go by; it throws what goes wrong. */
export async function tracksPlayedAt(
  tx: Tx,
  userId: string,
  moments: readonly { id: string; at: Date }[],
): Promise<{ id: string; trackId: string }[]> {
  return listTracksPlayedAt(tx, userId, moments);
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
