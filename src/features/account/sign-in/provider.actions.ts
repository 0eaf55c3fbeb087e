import { accessTokenErrors } from '#access/access-token.ts';
import type { WebHandler } from '#platform/http/forwarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { identityProblemOf } from './provider-error.schema.ts';
import { signInErrors } from './sign-in-attempt.schema.ts';

/** Credentials are short. The provider itself would read and store far more. */
const MAX_BODY_BYTES = 16 * 1024;

/** What ends no session and changes no address. The library decides what the others do. */
const READS: ReadonlySet<string> = new Set([
  '/auth/token',
  '/auth/jwks',
  '/auth/get-session',
  '/auth/passkey/list-user-passkeys',
]);

/**
 * The built-in identity provider as the handler of its routes. They keep the paths of better-auth, so that its client libraries
 * work. null if the provider is external.
 */
export function providerOf({ handleIdentity, awaitInvalidation, publicUrl }: AccountDeps): WebHandler | null {
  if (handleIdentity === null) return null;
  return {
    handle: async (request) => {
      const response = await handleIdentity(request);
      if (!READS.has(new URL(request.url).pathname)) await awaitInvalidation();
      return response;
    },
    publicUrl,
    tags: ['Sign-in'],
    maxBodyBytes: MAX_BODY_BYTES,
    problemOf: identityProblemOf,
  };
}

/**
 * Refuses a GET that changes something if a page of another site has sent it, or a navigation: such a page could sign its visitor in to
 * another account. Without TLS, browsers tell a navigation by `Accept` alone. Programs send none of these headers.
 */
export function requireOwnPage(
  { trustedOrigins }: Pick<AccountDeps, 'trustedOrigins'>,
  { headers }: { headers: Readonly<Record<string, string | string[] | undefined>> },
): void {
  const { accept = '', origin, 'sec-fetch-mode': mode, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isNavigation = mode === 'navigate' || accept.includes('text/html');
  const isOwn = site === 'same-origin' || (origin !== undefined && trustedOrigins.includes(String(origin)));
  if (isNavigation || !isOwn) throw accessTokenErrors.foreignOrigin();
}

export function requireMailServer({ hasMailServer }: Pick<AccountDeps, 'hasMailServer'>): void {
  if (!hasMailServer) throw signInErrors.noMailServer();
}
