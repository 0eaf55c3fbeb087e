import { createHmac } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { getCookies } from 'better-auth/cookies';
import { bearer, jwt } from 'better-auth/plugins';
import type { IdentityOptions } from './identity.ts';

/** Limits the use of a stolen token. Clients request the next token with their session. */
const ACCESS_TOKEN_LIFETIME_SECONDS = 15 * 60;

/** The version that is stored with encrypted values. Derived from the secret, so that operators do not number secrets. */
export function versionOf(secret: string): number {
  return createHmac('sha256', secret).update('version').digest().readUIntBE(0, 6);
}

/** Ends all sessions when the password changes, whatever the client requests. The response has a new session. */
const endSessionsWithPassword = createAuthMiddleware(async ({ path, body }) =>
  path === '/change-password' ? { context: { body: { ...body, revokeOtherSessions: true } } } : undefined,
);

/**
 * Creates the built-in identity provider: users sign in with email address and password, get a session, and exchange it for
 * access tokens. Run the migrations first: they create its tables.
 */
export function createBuiltInIdentity(options: Omit<IdentityOptions, 'external'>) {
  const issuer = options.publicUrl;
  const auth = betterAuth({
    baseURL: options.publicUrl,
    basePath: '/auth',
    secrets: [...new Set(options.secrets)].map((value) => ({ version: versionOf(value), value })),
    secret: options.secrets.at(-1),
    // Errors of our own handle show when a connection is missing.
    database: { db: options.database.db, type: 'postgres', transaction: true },
    // Otherwise the library prints unexpected errors with the values in them. Our error handler does not.
    onAPIError: { throw: true },
    // Pages of this server, under whichever address the browser has reached it.
    trustedOrigins: (request) => {
      const host = request?.headers.get('host');
      return [...options.trustedOrigins, ...(host ? [`http://${host}`, `https://${host}`] : [])];
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      ...(options.passwordHashing && { password: options.passwordHashing }),
      revokeSessionsOnPasswordReset: true,
    },
    // Meadow has its own routes for sessions: these list the tokens of all sessions.
    disabledPaths: ['/list-sessions', '/revoke-session', '/revoke-sessions', '/revoke-other-sessions'],
    hooks: { before: endSessionsWithPassword },
    // With NODE_ENV=test the library disables these checks.
    advanced: { database: { generateId: 'uuid' }, disableOriginCheck: false, disableCSRFCheck: false },
    user: { modelName: 'identity_user' },
    session: { modelName: 'identity_session' },
    account: { modelName: 'identity_account' },
    verification: { modelName: 'identity_verification' },
    // Our own rate limits apply, for all nodes together.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      bearer(),
      jwt({
        schema: { jwks: { modelName: 'identity_key' } },
        jwt: {
          issuer,
          audience: issuer,
          definePayload: ({ user, session }) => {
            // With fractions, so that a token and a promotion in the same second can be ordered.
            const issuedAt = options.clock.now().getTime() / 1000;
            return {
              iat: issuedAt,
              exp: Math.floor(issuedAt) + ACCESS_TOKEN_LIFETIME_SECONDS,
              // The token is invalid once this session has ended.
              sid: session.id,
              email: user.email,
              email_verified: user.emailVerified,
              name: user.name,
            };
          },
        },
      }),
    ],
  });
  return {
    issuer,
    audience: issuer,
    jwksUrl: `${options.publicUrl}/auth/jwks`,
    tokenUrl: `${options.publicUrl}/auth/token`,
    sessionCookie: getCookies(auth.options).sessionToken.name,
    answer: auth.handler,
  };
}
