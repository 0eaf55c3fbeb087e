import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';

export const MusicAccount = Type.Object(
  {
    user_id: Uuid,
    provider_user_id: Type.String({ description: 'Who you are to the music service.' }),
    scope: Type.String({ description: 'What you have allowed, in the words of the music service.' }),
    connected_at: Timestamp,
    last_synced_at: Nullable(Timestamp),
    needs_reauth: Type.Boolean({
      description: 'Whether the music service has taken back what you allowed: connect again to go on.',
    }),
  },
  { title: 'MusicAccount' },
);
export type MusicAccount = Static<typeof MusicAccount>;

export const MusicAccountBody = Type.Object({ account: Nullable(MusicAccount) }, { title: 'MusicAccountBody' });

export const accountErrors = declareErrors({
  notConnected: {
    status: 400,
    code: 'music.not-connected',
    message: 'You have connected no music account. Begin at GET /api/music/connect.',
  },
  needsReauth: {
    status: 400,
    code: 'music.needs-reauth',
    message: 'The music service has taken back what you allowed. Connect again, at GET /api/music/connect.',
  },
});
