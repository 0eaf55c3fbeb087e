import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const TrackId = Type.String({ minLength: 1, maxLength: 255, description: 'Its id at the music service.' });

export const MusicTrack = Type.Object(
  {
    id: TrackId,
    name: Type.String(),
    artist_names: Type.Array(Type.String()),
    album_name: Nullable(Type.String()),
    album_image_url: Nullable(Type.String()),
    external_url: Nullable(Type.String()),
    duration_ms: Nullable(Type.Integer()),
    explicit: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'MusicTrack' },
);
export type MusicTrack = Static<typeof MusicTrack>;

export const MusicTrackBody = Type.Object({ track: MusicTrack }, { title: 'MusicTrackBody' });

export const TrackInPath = Type.Object({ id: TrackId });

export const MusicPlay = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    track_id: TrackId,
    played_at: Timestamp,
    source: Type.String(),
    created_at: Timestamp,
    track: MusicTrack,
  },
  { title: 'MusicPlay' },
);
export type MusicPlay = Static<typeof MusicPlay>;

export const MusicPlayList = listSchema('plays', MusicPlay);
export type MusicPlayList = Static<typeof MusicPlayList>;

export const playErrors = declareErrors({
  trackNotFound: {
    status: 404,
    code: 'music.track-not-found',
    message: 'The track does not exist, or you did not play it and no entry that you may see links to it.',
  },
});
