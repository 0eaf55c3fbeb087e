import { bearer, jwt, magicLink } from 'better-auth/plugins';
import { createLinkRoutes } from './built-in-links.ts';
import type { AccountMails } from './built-in-mails.ts';
import { digestLinkToken } from './built-in-take-over.ts';
import type { BuiltInOptions } from './identity.ts';
import { createSecondFactorHooks } from './second-factor-hooks.ts';
import { createPasskeys, createTwoFactor } from './second-factors.ts';
import { claimSigningKey } from './signing-key.store.ts';

/** Limits the use of a stolen token. Clients request the next token with their session. */
const ACCESS_TOKEN_LIFETIME_SECONDS = 15 * 60;

/** The plugins of the built-in provider. A plugin is listed here, and its routes in `features/account/sign-in`. */
export function createPlugins(options: BuiltInOptions, mails: AccountMails) {
  const factors = [createTwoFactor(), createPasskeys(options), createSecondFactorHooks(options)] as const;
  return [bearer(), accessTokens(options), signInLinks(mails), createLinkRoutes(options), ...factors];
}

const LINK_LIFETIME_SECONDS = 15 * 60;

/** Links are sent to known addresses only. The response is the same for others. */
function signInLinks(mails: AccountMails) {
  return magicLink({
    expiresIn: LINK_LIFETIME_SECONDS,
    storeToken: { type: 'custom-hasher', hash: digestLinkToken },
    disableSignUp: true,
    sendMagicLink: async ({ email, token }, request) => {
      const found = await request?.context.internalAdapter.findUserByEmail(email);
      if (!found) return;
      const { id: accountId, email: to, name } = found.user;
      const lifetimeMs = LINK_LIFETIME_SECONDS * 1_000;
      mails.add({ kind: 'sign-in-link', accountId, to, name, token, lifetimeMs, facts: {} });
    },
  });
}

function accessTokens({ publicUrl, database, clock }: BuiltInOptions) {
  return jwt({
    schema: { jwks: { modelName: 'identity_key' } },
    adapter: { createJwk: (key) => claimSigningKey(database.db, key) },
    jwt: {
      issuer: publicUrl,
      audience: publicUrl,
      definePayload: ({ user, session }) => {
        const issuedAtMs = clock.now().getTime();
        // Whole seconds: strict readers of other languages refuse fractions.
        const issuedAt = Math.floor(issuedAtMs / 1_000);
        return {
          iat: issuedAt,
          // So that a token and a promotion in the same second can be ordered.
          iat_ms: issuedAtMs,
          exp: issuedAt + ACCESS_TOKEN_LIFETIME_SECONDS,
          // The token is invalid once this session has ended.
          sid: session.id,
          email: user.email,
          email_verified: user.emailVerified,
          name: user.name,
        };
      },
    },
  });
}
