import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SessionCookies } from './session-cookies.ts';

/** The identity provider: signs users in and verifies access tokens. */
export type Identity = {
  accessTokens: AccessTokens;
  /** Handles requests below /auth. Null for an external provider. */
  answer: ((request: Request) => Promise<Response>) | null;
  /** Null for an external provider. */
  sessionCookies: SessionCookies | null;
  accounts: IdentityAccounts;
};

export type NewAccount = { id: string; email: string; name: string };

/**
 * Accounts of synthetic users. The built-in provider stores them in our database, in the transaction of their profiles. With
 * an external provider both functions do nothing.
 */
export type IdentityAccounts = {
  /** Creates accounts without a password, so that sign-in is impossible. Their email addresses must be new. */
  create(tx: Tx, accounts: readonly NewAccount[], now: Date): Promise<void>;
  /** Deletes accounts and their sessions. Ignores unknown ids. */
  remove(tx: Tx, ids: readonly string[]): Promise<void>;
};

export type IdentityOptions = {
  external: { issuer: string; jwksUrl: string; audience: string; tokenType: string | null } | null;
  publicUrl: string;
  trustedOrigins: readonly string[];
  /**
   * Secrets of the built-in provider. The first signs sessions and encrypts the signing keys; all decrypt. The last also
   * decrypts keys that were encrypted before versions were stored.
   */
  secrets: readonly [string, ...string[]];
  database: Database;
  clock: Clock;
  /** Of the built-in provider. Default: scrypt, whose cost is most of the time of tests that sign in. */
  passwordHashing?: PasswordHashing | undefined;
};

export type PasswordHashing = {
  hash: (password: string) => Promise<string>;
  verify: (attempt: { hash: string; password: string }) => Promise<boolean>;
};
