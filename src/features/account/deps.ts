import type { MediaDeps } from '#features/media';
import type { Clock } from '#platform/clock.ts';
import type { Background } from '#platform/concurrency/background.ts';
import type { DelegationTokens } from '#platform/crypto/delegation-tokens.ts';
import type { Signatures } from '#platform/crypto/signatures.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Reader } from '#platform/db/replica/replicas.ts';
import type { Ids } from '#platform/ids.ts';
import type { Images } from '#platform/images/images.ts';
import type { Logger } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import type { AccessTokens } from '#providers/identity/access-tokens.ts';
import type { IdentityAccounts } from '#providers/identity/identity.ts';
import type { AccountWithSession } from './authentication/authentication.store.ts';
import type { SignUpPolicy } from './sign-up/sign-up-invitation.schema.ts';

export type AccountDeps = MediaDeps & {
  db: Db;
  read: Reader;
  clock: Clock;
  ids: Ids;
  log: Logger;
  random: Random;
  background: Background;
  images: Images;
  accessTokens: AccessTokens;
  impersonationTokens: DelegationTokens;
  /** Finds the current account with an id, and whether the given session of the built-in provider has ended. */
  findAccount: (id: string, sessionId?: string | null) => Promise<AccountWithSession | undefined>;
  /**
   * Resolves once no node admits a request by facts of accounts that were changed before the call. Called after the commit, never in a
   * transaction, by what promises an effect from the next request on.
   */
  awaitInvalidation: () => Promise<void>;
  /** Handles a request to the built-in identity provider; null if an external provider is configured. */
  handleIdentity: ((request: Request) => Promise<Response>) | null;
  /** Whether emails reach their recipients. */
  hasMailServer: boolean;
  /** Whether users must verify their address before anything of theirs reaches others. */
  requiresVerifiedAddress: boolean;
  /** Gives new users what all users start with, in the transaction that creates their profiles. */
  onUsersCreated: (tx: Tx, userIds: readonly string[]) => Promise<void>;
  /** Notifies a user of a new personal access token, in the transaction that creates it. */
  notifyTokenCreated: (tx: Tx, userId: string) => Promise<void>;
  /** Matches two users again if they are matched with each other. Called when a block between them changes. */
  rematchPair: (one: string, other: string) => Promise<void>;
  /** Keys the digests of erased identities. */
  erasedIdentities: Signatures;
  signUpPolicy: SignUpPolicy;
  /** Signs the tokens of invitations. */
  invitationSignatures: Signatures;
  /** Queues the email of an invitation to sign up. Returns false if the address is not an email address. */
  inviteToSignUpByMail: (tx: Tx, invitation: SignUpMail) => Promise<boolean>;
  /** Derives the code of the first run. */
  firstRunSignatures: Signatures;
  groupAdmissions: GroupAdmissions;
  identityAccounts: Pick<IdentityAccounts, 'createWithPassword' | 'removeSecondFactor'>;
  superAdminEmails: readonly string[];
  /** Issuers whose users the current identity provider has taken over. */
  formerIssuers: readonly string[];
  publicUrl: string;
  /** The origins of pages that may use the routes of sign-in. */
  trustedOrigins: readonly string[];
  /** The domain of journal addresses. */
  mailDomain: string;
  /** The folder of uploads during their requests. */
  uploadFolder: string;
};

/** An invitation to sign up that is sent by email. */
export type SignUpMail = { id: string; address: string; name: string | null; expiresAt: Date };

/** A claimed use of a group invitation: the group that the new user joins. */
export type GroupAdmission = {
  invitationId: string;
  orgId: string;
  role: 'admin' | 'member';
  /** Whether the new user becomes a member at once. */
  joins: boolean;
};

/** Invitations to organizations, which also admit a sign-up. Implemented by a higher feature. */
export type GroupAdmissions = {
  /** Counts one use. Null if the token is invalid, or its invitation has ended or is for another address. */
  claim: (token: string, email: string) => Promise<GroupAdmission | null>;
  /** Returns a use that created no account. */
  release: (admission: GroupAdmission) => Promise<void>;
  /** Adds the new user to the organization, if the admission says so. */
  join: (tx: Tx, userId: string, admission: GroupAdmission) => Promise<void>;
};
