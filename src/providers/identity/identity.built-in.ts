import { betterAuth } from 'better-auth';
import { getCookies } from 'better-auth/cookies';
import { createHooks } from './built-in-hooks.ts';
import { createPlugins } from './built-in-plugins.ts';
import { secretOptions } from './built-in-secrets.ts';
import type { BuiltInOptions } from './identity.ts';

/** Second factors and passkeys can be changed this long after a sign-in. */
const FRESH_SESSION_SECONDS = 10 * 60;

/**
 * Creates the built-in identity provider: users sign in with email address and password, get a session, and exchange it for
 * access tokens. Run the migrations first: they create its tables.
 */
export function createBuiltInIdentity(options: BuiltInOptions) {
  const issuer = options.publicUrl;
  const auth = betterAuth({
    baseURL: options.publicUrl,
    basePath: '/auth',
    ...secretOptions(options.secrets),
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
      revokeSessionsOnPasswordReset: true,
    },
    ...createHooks(options),
    // With NODE_ENV=test the library disables these checks.
    advanced: { database: { generateId: 'uuid' }, disableOriginCheck: false, disableCSRFCheck: false },
    user: { modelName: 'identity_user' },
    session: { modelName: 'identity_session', freshAge: FRESH_SESSION_SECONDS },
    // An account belongs to one issuer and subject. An equal email address links nothing.
    account: { modelName: 'identity_account', accountLinking: { enabled: false } },
    verification: { modelName: 'identity_verification' },
    // Our own rate limits apply, for all nodes together.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: createPlugins(options),
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
