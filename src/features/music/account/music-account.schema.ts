import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const MusicAccount = Type.Object(
  {
    user_id: Uuid,
    provider_user_id: Type.String({ description: 'Your user id at the music service.' }),
    scope: Type.String({ description: 'The OAuth scope that you granted.' }),
    connected_at: Timestamp,
    last_synced_at: Nullable(Timestamp),
    needs_reauth: Type.Boolean({
      description: 'Whether the music service revoked your consent. Connect again to continue.',
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
    message: 'You have no connected music account. Connect one with GET /api/music/connect.',
  },
  needsReauth: {
    status: 400,
    code: 'music.needs-reauth',
    message: 'The music service revoked your consent. Connect again with GET /api/music/connect.',
  },
});
