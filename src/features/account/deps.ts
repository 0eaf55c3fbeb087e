import type { Clock } from '../../platform/clock.ts';
import type { DelegationTokens } from '../../platform/crypto/delegation-tokens.ts';
import type { Signatures } from '../../platform/crypto/signatures.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Images } from '../../platform/images/images.ts';
import type { Logger } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { AccessTokens } from '../../providers/identity/access-tokens.ts';
import type { MediaDeps } from '../media/index.ts';
import type { AccountWithSession } from './authentication/authentication.store.ts';

export type AccountDeps = MediaDeps & {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  random: Random;
  images: Images;
  accessTokens: AccessTokens;
  impersonationTokens: DelegationTokens;
  /** Finds the current account with an id, and whether the given session of the built-in provider has ended. */
  findAccount: (id: string, sessionId?: string | null) => Promise<AccountWithSession | undefined>;
  /** Handles a request to the built-in identity provider; null if an external provider is configured. */
  answerIdentity: ((request: Request) => Promise<Response>) | null;
  /** Whether emails reach their recipients. */
  hasMailServer: boolean;
  /** Whether users must verify their address before anything of theirs reaches others. */
  requiresVerifiedAddress: boolean;
  /** Gives new users what all users start with, in the transaction that creates their profiles. */
  onUsersCreated: (tx: Tx, userIds: readonly string[]) => Promise<void>;
  /** Matches two users again if they are matched with each other. Called when a block between them changes. */
  rematchPair: (one: string, other: string) => Promise<void>;
  /** Keys the digests of erased identities. */
  erasedIdentities: Signatures;
  superAdminEmails: readonly string[];
  /** Issuers whose users the current identity provider has taken over. */
  formerIssuers: readonly string[];
  publicUrl: string;
  /** The domain of journal addresses. */
  mailDomain: string;
  /** The folder of uploads during their requests. */
  uploadFolder: string;
};
