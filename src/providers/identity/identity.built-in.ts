import { betterAuth } from 'better-auth';
import { getCookies } from 'better-auth/cookies';
import { sqlStateOf } from '#platform/errors.ts';
import { NETWORK_HEADER } from '#platform/network/ip-address.ts';
import { addressOptions } from './built-in-address.ts';
import { createHooks } from './built-in-hooks.ts';
import { createAccountMails } from './built-in-mails.ts';
import { passwordOptions } from './built-in-password.ts';
import { createPlugins } from './built-in-plugins.ts';
import { secretOptions } from './built-in-secrets.ts';
import type { BuiltInOptions, FindSession } from './identity.ts';

/** Second factors and passkeys can be changed this long after a sign-in. */
const FRESH_SESSION_SECONDS = 10 * 60;

/**
 * Creates the built-in identity provider: users sign in with email address and password, get a session, and exchange it for
 * access tokens. Run the migrations first: they create its tables.
 */
export function createBuiltInIdentity(options: BuiltInOptions) {
  const issuer = options.publicUrl;
  const mails = createAccountMails(options);
  const { emailVerification, changeEmail } = addressOptions(options, mails);
  const findSession: FindSession = async (headers) =>
    (await auth.api.getSession({ headers, query: { disableRefresh: true } }))?.user ?? null;
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
    emailAndPassword: passwordOptions(mails, options),
    emailVerification,
    ...createHooks(options, mails, findSession),
    advanced: {
      database: { generateId: 'uuid' },
      // With NODE_ENV=test the library disables these checks.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [NETWORK_HEADER] },
    },
    user: { modelName: 'identity_user', changeEmail },
    // Use is stored once an hour.
    session: { modelName: 'identity_session', updateAge: 60 * 60, freshAge: FRESH_SESSION_SECONDS },
    // An account belongs to one issuer and subject. An equal email address links nothing.
    account: { modelName: 'identity_account', accountLinking: { enabled: false } },
    verification: { modelName: 'identity_verification', storeIdentifier: 'hashed' },
    // Our own rate limits apply, for all nodes together.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: createPlugins(options, mails),
  });
  return {
    issuer,
    audience: issuer,
    jwksUrl: `${options.publicUrl}/auth/jwks`,
    tokenUrl: `${options.publicUrl}/auth/token`,
    sessionCookie: getCookies(auth.options).sessionToken.name,
    handle: (request: Request) =>
      mails.run(() =>
        options.hasMailServer && new URL(request.url).pathname === '/auth/sign-up/email'
          ? handleSignUp(auth.handler, request)
          : handleKnown(auth.handler, request),
      ),
  };
}

/** Handles a sign-up. Of two at once with one address, the one that comes second finds the account of the other, and says nothing of it. */
async function handleSignUp(handler: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  const again = request.clone();
  const response = await handleKnown(handler, request);
  return response.status === 422 ? handleKnown(handler, again) : response;
}

/**
 * Handles a request, with an error instead of a redirect to a page that shows it. Of two accounts that take an address at once,
 * the unique index of addresses rejects one.
 */
async function handleKnown(handler: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  try {
    const response = await handler(request);
    const code = new URL(response.headers.get('location') ?? request.url, request.url).searchParams.get('error');
    return response.status === 302 && code !== null ? Response.json({ code }, { status: 400 }) : response;
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    return Response.json({ code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }, { status: 422 });
  }
}

const UNIQUE_VIOLATION = '23505';
