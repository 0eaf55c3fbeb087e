import Type from 'typebox';
import { Nullable, Timestamp } from '#platform/http/shapes.ts';

export const AccountEmail = Type.String({
  format: 'email',
  description: 'One plain email address, such as ada@example.org. Upper and lower case are alike.',
});

export const NewPassword = Type.String({ minLength: 8, maxLength: 128 });

/** A password that may be wrong. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: 128 });

/** The token of a link in an email, which the email also shows as a code. */
export const LinkToken = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'The code of the email, or what follows # in its link.',
});

export const LinkTokenQuery = Type.Object({ token: LinkToken }, { title: 'LinkTokenQuery' });

export const LinkTokenBody = Type.Object({ token: LinkToken }, { title: 'LinkTokenBody' });

export const LinkAccount = Type.Object(
  { id: Type.String(), email: Type.String(), name: Type.String(), isVerified: Type.Boolean() },
  { title: 'LinkAccount' },
);

export const SignInLinkRequest = Type.Object({ email: AccountEmail }, { title: 'SignInLinkRequest' });

/** The response of requests that do not tell whether an account exists. */
export const Requested = Type.Object({ status: Type.Boolean() }, { title: 'Requested', additionalProperties: true });

const SessionUser = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    emailVerified: Type.Boolean(),
    name: Type.String(),
    image: Type.Optional(Nullable(Type.String())),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SessionUser', additionalProperties: true },
);

export const Session = Type.Object(
  {
    token: Type.String({ description: 'The session. Send it as bearer token to /auth/token.' }),
    user: SessionUser,
  },
  { title: 'Session', additionalProperties: true },
);

export const SignedUp = Type.Object(
  {
    token: Type.Union([Type.String(), Type.Null()], {
      description: 'The session, or null where the server sends mail. Send it as bearer token to /auth/token.',
    }),
    user: SessionUser,
  },
  { title: 'SignedUp', additionalProperties: true },
);

/** The response of a sign-in that needs a second factor. */
const SecondFactorNeeded = Type.Object(
  {
    twoFactorRedirect: Type.Literal(true),
    twoFactorMethods: Type.Array(Type.String(), { description: '`totp`: a code of an authenticator app.' }),
    continuation: Type.String({
      description: 'Send it with the code within 10 minutes. Clients that keep cookies can leave it out.',
    }),
  },
  { title: 'SecondFactorNeeded' },
);

export const SignedIn = Type.Union([Session, SecondFactorNeeded], { title: 'SignedIn' });

export const CurrentSession = Type.Union(
  [
    Type.Object(
      {
        session: Type.Object({ id: Type.String(), expiresAt: Timestamp }, { additionalProperties: true }),
        user: SessionUser,
      },
      { title: 'CurrentSession', additionalProperties: true },
    ),
    Type.Null(),
  ],
  { description: 'The session and its user; null without a session.' },
);

const RememberMe = Type.Optional(
  Type.Boolean({ description: 'false: the session ends after a day, and with the browser. true if absent.' }),
);

export const Credentials = Type.Object(
  { email: AccountEmail, password: GivenPassword, rememberMe: RememberMe },
  { title: 'Credentials' },
);

export const NewAccount = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    email: AccountEmail,
    password: NewPassword,
    rememberMe: RememberMe,
    invitation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'The token of an invitation, from a mail or link, or the code of the first run. Needed with `SIGN_UP=invite`.',
      }),
    ),
  },
  { title: 'NewAccount' },
);

export const NoFields = Type.Object({}, { title: 'NoFields', default: {} });

export const SignedOut = Type.Object({ success: Type.Boolean() }, { title: 'SignedOut' });

export const AccessToken = Type.Object(
  { token: Type.String({ description: 'A JWT for the Authorization header.' }) },
  { title: 'AccessToken' },
);

export const KeySet = Type.Object(
  { keys: Type.Array(Type.Object({}, { additionalProperties: true })) },
  { title: 'KeySet' },
);

/** How a session is sent. */
export const OWN_SESSION = [{ session: [] }, { sessionCookie: [] }];
