import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Logger } from '#platform/log.ts';
import type { CallWatch } from '#platform/outbound/call-watch.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AccountMail } from './account-mail.ts';
import type { SessionCookies } from './session-cookies.ts';

/** The identity provider: signs users in and verifies access tokens. */
export type Identity = {
  accessTokens: AccessTokens;
  /** Handles requests below /auth. Null for an external provider. */
  handle: ((request: Request) => Promise<Response>) | null;
  /** Null for an external provider. */
  sessionCookies: SessionCookies | null;
  accounts: IdentityAccounts;
};

export type NewAccount = { id: string; email: string; name: string };

/** Accounts that are not created by a sign-up. The built-in provider stores them in our database, in the transaction of their profiles. */
export type IdentityAccounts = {
  /**
   * Creates accounts of synthetic users without a password, so that sign-in is impossible. Their email addresses must be new. Does
   * nothing with an external provider.
   */
  create(tx: Tx, accounts: readonly NewAccount[], now: Date): Promise<void>;
  /** Deletes accounts and their sessions. Ignores unknown ids. Does nothing with an external provider. */
  remove(tx: Tx, ids: readonly string[]): Promise<void>;
  /** Creates an account that signs in with a password. Returns false if the email address has an account. */
  createWithPassword(tx: Tx, account: NewAccount, password: string, now: Date): Promise<boolean>;
  /** Removes authenticator app, recovery codes and trusted browsers. Returns false if the user has no second factor. */
  removeSecondFactor(tx: Tx, userId: string): Promise<boolean>;
};

export type IdentityOptions = {
  external: { issuer: string; jwksUrl: string; audience: string; tokenType: string | null } | null;
  /** The maximum time of a fetch of the key set. Default: 2,000. */
  keySetTimeoutMs?: number | undefined;
  publicUrl: string;
  trustedOrigins: readonly string[];
  /**
   * Secrets of the built-in provider. The first signs sessions and encrypts the signing keys; all decrypt. The last also
   * decrypts keys that were encrypted before versions were stored.
   */
  secrets: readonly [string, ...string[]];
  database: Database;
  clock: Clock;
  /** Observes the calls of an external provider. */
  watch?: CallWatch;
  log: Pick<Logger, 'warn'>;
  /** Whether emails reach their recipients. Otherwise they are stored in the outbox. */
  hasMailServer: boolean;
  /** Queues emails about accounts, to be sent after the transaction. */
  queueMails: (tx: Tx, mails: readonly AccountMail[]) => Promise<void>;
  /** Called when the address of an account was changed or verified. */
  onAccountChanged: (account: { id: string; email: string; emailVerified: boolean }) => Promise<void>;
  /** Ends what else could act for a user, in the transaction that gives an unverified account to the owner of its address. */
  onTakenOver: (tx: Tx, userId: string) => Promise<void>;
  /** Ends what else could act for a user, in the transaction that ends their sessions and passkeys. */
  onAccessEnded: (tx: Tx, userId: string) => Promise<Omit<EndedAccess, 'passkeys'>>;
  /** Called after a change of how a user signs in, or after a sign-in with a recovery code. */
  onFactorChange: (userId: string, change: FactorChange) => Promise<void>;
  /** Of the built-in provider. Default: scrypt, whose cost is most of the time of tests that sign in. */
  passwordHashing?: PasswordHashing | undefined;
};

export type PasswordHashing = {
  hash: (password: string) => Promise<string>;
  verify: (attempt: { hash: string; password: string }) => Promise<boolean>;
};

export type FactorChange =
  | 'totp_on'
  | 'totp_off'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed';

/** How much was ended when a password was reset. */
export type EndedAccess = { passkeys: number; tokens: number; webhooks: number };

export type BuiltInOptions = Omit<IdentityOptions, 'external'>;

/** What is known of an account of the built-in provider. */
export type OwnAccount = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  twoFactorEnabled?: boolean | null | undefined;
};

/** The account whose session a request has. */
export type FindSession = (headers: Headers) => Promise<OwnAccount | null>;
