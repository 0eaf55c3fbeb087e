import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { decodeJwt } from 'jose';
import { findAddressToken } from './account-mail.store.ts';
import { type AccountAdapter, findProofOfLink, invalidToken, rejectAccount } from './built-in-take-over.ts';
import type { BuiltInOptions, OwnAccount } from './identity.ts';

/** Routes about the links of emails: whose account a link is for, and "This was not me". */
export function createLinkRoutes(options: BuiltInOptions): BetterAuthPlugin {
  return {
    id: 'links',
    endpoints: {
      findLinkAccount: createAuthEndpoint('/link-account', { method: 'POST' }, async (request) => {
        const { internalAdapter } = request.context;
        const account = await findAccountOfLink(options, internalAdapter, tokenOf(request.body));
        return request.json({
          id: account.id,
          email: account.email,
          name: account.name,
          isVerified: account.emailVerified,
        });
      }),
      rejectAccount: createAuthEndpoint('/reject-account', { method: 'POST' }, async (request) => {
        await rejectAccount(options, tokenOf(request.body));
        return request.json({ status: true });
      }),
    },
  };
}

const tokenOf = (body: unknown) => String((body as { token?: unknown } | undefined)?.token);

/** Finds the account of a link to sign in or to verify an address, without using the link up. */
async function findAccountOfLink(
  { database, clock }: BuiltInOptions,
  adapter: AccountAdapter,
  token: string,
): Promise<OwnAccount> {
  const proof = await findProofOfLink(adapter, token);
  if (proof !== null) return proof.user;
  const found = await findAddressToken(database.db, token);
  const user = found === undefined ? null : await adapter.findUserById(found.userId);
  if (found === undefined || user === null || decodeJwt(token).email !== found.email) throw invalidToken();
  if (found.expiresAt <= clock.now()) throw new APIError('BAD_REQUEST', { code: 'TOKEN_EXPIRED' });
  return user;
}
