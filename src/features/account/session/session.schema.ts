import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { FACTOR_PROBLEMS } from '../sign-in/second-factor-error.schema.ts';

const SignedInDevice = Type.Object(
  {
    id: Uuid,
    is_current: Type.Boolean({ description: 'Whether this request belongs to the session.' }),
    user_agent: Nullable(Type.String({ description: 'The browser or program that signed in, as it calls itself.' })),
    device: Type.String({ description: 'A name of the device, such as `Firefox on Linux`; empty if it is unknown.' }),
    created_at: Timestamp,
    last_used_at: Type.String({ format: 'date-time', description: 'Accurate to an hour.' }),
    expires_at: Type.String({
      format: 'date-time',
      description: 'Use moves it: a session ends after 7 days without use.',
    }),
  },
  { title: 'SignedInDevice' },
);
export type SignedInDevice = Static<typeof SignedInDevice>;

export const SessionList = Type.Object({ sessions: Type.Array(SignedInDevice) }, { title: 'SessionList' });

export const RevokedSessions = Type.Object(
  { revoked: Type.Integer({ description: 'The number of sessions that were revoked.' }) },
  { title: 'RevokedSessions' },
);

export const sessionErrors = declareErrors({
  notFresh: FACTOR_PROBLEMS.SESSION_NOT_FRESH,
  notFound: {
    status: 404,
    code: 'session.not-found',
    message: 'You have no session with this id. GET /api/sessions lists yours.',
  },
});
