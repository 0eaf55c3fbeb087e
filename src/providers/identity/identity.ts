import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { deleteAccounts, insertAccounts } from './built-in-account.store.ts';
import { createBuiltInIdentity } from './identity.built-in.ts';

/** Who signs people in, and how the tokens that this gives them are checked. */
export type Identity = {
  accessTokens: AccessTokens;
  /** Answers the requests below /auth, where the provider is the built-in one. */
  answer: ((request: Request) => Promise<Response>) | null;
  accounts: IdentityAccounts;
};

export type NewAccount = { id: string; email: string; name: string };

/**
 * Accounts of people whom we made up. The built-in provider keeps them in our database, so they come and go in the
 * transaction of their profiles; an outside one is told nothing, and has none of them.
 */
export type IdentityAccounts = {
  /** Makes accounts that nobody can sign in to: they have no password, and none can be set. Their addresses are new. */
  create(tx: Tx, accounts: readonly NewAccount[], now: Date): Promise<void>;
  /** Removes accounts, and their sessions. Those that do not exist are left out. */
  remove(tx: Tx, ids: readonly string[]): Promise<void>;
};

export type IdentityOptions = {
  external: { issuer: string; jwksUrl: string; audience: string; tokenType: string | null } | null;
  publicUrl: string;
  trustedOrigins: readonly string[];
  /**
   * The first signs the sessions of the built-in provider and seals its keys at rest; what the others have sealed is still read.
   * The last one also reads what was sealed before it was written down by which.
   */
  secrets: readonly [string, ...string[]];
  database: Database;
  clock: Clock;
};

/** The identity provider that the configuration names, or else the built-in one. */
export function createIdentity(options: IdentityOptions): Identity {
  const { external, clock } = options;
  if (external !== null) {
    return {
      accessTokens: createAccessTokens({ ...external, isBuiltIn: false, fetch, clock }),
      answer: null,
      accounts: NO_ACCOUNTS,
    };
  }

  const builtIn = createBuiltInIdentity(options);
  const accessTokens = createAccessTokens({
    issuer: builtIn.issuer,
    audience: builtIn.audience,
    jwksUrl: builtIn.jwksUrl,
    tokenType: null,
    isBuiltIn: true,
    // The keys are in this process: asking ourselves over the network would need the port to be open first.
    fetch: (url, init) => builtIn.answer(new Request(url, init)),
    clock,
  });
  return { accessTokens, answer: builtIn.answer, accounts: { create: insertAccounts, remove: deleteAccounts } };
}

const NO_ACCOUNTS: IdentityAccounts = { create: async () => undefined, remove: async () => undefined };
