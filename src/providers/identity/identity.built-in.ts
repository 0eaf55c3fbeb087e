import { createHmac } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { bearer, jwt } from 'better-auth/plugins';
import type { IdentityOptions } from './identity.ts';

/** Long enough to do something, short enough that a stolen token is soon worthless. Clients ask for the next one. */
const ACCESS_TOKEN_LIFETIME_SECONDS = 15 * 60;

/** Stands beside what a secret has sealed. It comes from the secret, so that nobody has to number them. */
export function versionOf(secret: string): number {
  return createHmac('sha256', secret).update('version').digest().readUIntBE(0, 6);
}

/** Whoever knew the former password is signed out everywhere, whatever the client asks for; the answer holds a new session. */
const endSessionsWithPassword = createAuthMiddleware(async ({ path, body }) =>
  path === '/change-password' ? { context: { body: { ...body, revokeOtherSessions: true } } } : undefined,
);

/**
 * The built-in identity provider: people sign up and in with an address and a password, get a session, and exchange it for
 * access tokens. Its tables come with our migrations, so it must not be made before those have run.
 */
export function createBuiltInIdentity(options: Omit<IdentityOptions, 'external'>) {
  const issuer = options.publicUrl;
  const auth = betterAuth({
    baseURL: options.publicUrl,
    basePath: '/auth',
    secrets: [...new Set(options.secrets)].map((value) => ({ version: versionOf(value), value })),
    secret: options.secrets.at(-1),
    // Through our own handle, whose errors say when a connection is missing.
    database: { db: options.database.db, type: 'postgres', transaction: true },
    // What is no refusal of its own goes out where all our errors do; it would print the error, and the values in it.
    onAPIError: { throw: true },
    trustedOrigins: [...options.trustedOrigins],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
    },
    hooks: { before: endSessionsWithPassword },
    // The library drops its checks against other sites by itself where NODE_ENV says "test". Ours never sleep.
    advanced: { database: { generateId: 'uuid' }, disableOriginCheck: false, disableCSRFCheck: false },
    user: { modelName: 'identity_user' },
    session: { modelName: 'identity_session' },
    account: { modelName: 'identity_account' },
    verification: { modelName: 'identity_verification' },
    // Requests are limited at our own edge, for all nodes together.
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
            // With its fraction of a second, so that a token can be told from a promotion in the same second.
            const issuedAt = options.clock.now().getTime() / 1000;
            return {
              iat: issuedAt,
              exp: Math.floor(issuedAt) + ACCESS_TOKEN_LIFETIME_SECONDS,
              // Once this session has ended, the token counts no more.
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
  return { issuer, audience: issuer, jwksUrl: `${options.publicUrl}/auth/jwks`, answer: auth.handler };
}
