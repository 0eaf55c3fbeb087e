import type { Tx } from '#platform/db/database.ts';
import type { Claims } from '#providers/identity/access-tokens.ts';
import { recordAudit } from '../audit/audit.actions.ts';
import type { AccountDeps } from '../deps.ts';
import type { Account } from './authentication.store.ts';
import {
  type Candidate,
  claimPromotion,
  claimSuperAdminGrant,
  insertProfilesOfSignUp,
  isVerifiedSession,
  listCandidates,
} from './promotion.store.ts';

export type PromotionDeps = Pick<AccountDeps, 'db' | 'clock' | 'ids' | 'onUsersCreated' | 'awaitInvalidation'>;

/** Creates the profile of a user who has signed up at the built-in provider but has sent no request yet. */
export async function createProfileOfSignUp(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'onUsersCreated'>,
  emailOrId: string,
): Promise<void> {
  const now = deps.clock.now();
  await deps.db
    .transaction()
    .execute(async (tx) => deps.onUsersCreated(tx, await insertProfilesOfSignUp(tx, emailOrId, now)));
}

/** The users with this email address or id. Creates the profile of a user who has only signed up. */
export async function findCandidates(deps: PromotionDeps, emailOrId: string): Promise<Candidate[]> {
  await createProfileOfSignUp(deps, emailOrId);
  return listCandidates(deps.db, emailOrId);
}

/**
 * Makes the user with this email address or id a super admin, from their next access token on. Promotes none of several users
 * with the same address, because the identity provider may not have verified it.
 */
export async function promoteByEmail(
  deps: PromotionDeps,
  emailOrId: string,
): Promise<'promoted' | 'already' | 'unknown' | 'several'> {
  const [account, ...others] = await findCandidates(deps, emailOrId);
  if (account === undefined) return 'unknown';
  if (others.length > 0) return 'several';
  const promoted = await deps.db
    .transaction()
    .execute((tx) => promote(deps, tx, account.id, deps.clock.now(), 'command'));
  await deps.awaitInvalidation();
  return promoted === undefined ? 'already' : 'promoted';
}

/**
 * Promotes a user on the configured list, once for each email address. The token that proves the address counts as issued after
 * the promotion. Where addresses are verified by email, the session has to have begun afterwards: who began it before need not have been
 * the owner of the address.
 */
export async function promoteFromList(
  deps: AccountDeps,
  account: Account,
  claims: Claims,
): Promise<Account | undefined> {
  if (!(await mayPromote(deps, claims))) return undefined;
  const email = claims.email?.toLowerCase() ?? '';
  const promoted = await deps.db.transaction().execute(async (tx) => {
    const isFirst = await claimSuperAdminGrant(tx, email, account.id, deps.clock.now());
    if (!isFirst) return undefined;
    deps.log.info({ event: 'account.promoted', user_id: account.id }, 'User promoted from SUPER_ADMIN_EMAILS');
    return promote(deps, tx, account.id, claims.issuedAt, 'configuration');
  });
  if (promoted !== undefined) await deps.awaitInvalidation();
  return promoted;
}

async function mayPromote({ db, requiresVerifiedAddress }: AccountDeps, { sessionId }: Claims): Promise<boolean> {
  return !requiresVerifiedAddress || sessionId === null || (await isVerifiedSession(db, sessionId));
}

/** Makes the user super admin by the code of the first run. Throws if the user does not exist. */
export async function promoteFirst(
  deps: Pick<AccountDeps, 'clock' | 'ids'>,
  tx: Tx,
  id: string,
  since: Date,
): Promise<void> {
  if ((await promote(deps, tx, id, since, 'first-run')) === undefined) throw new Error('The user cannot be promoted.');
}

/** Gives the role from `since` on and records it in the audit log. Returns undefined if the user already has the role. */
async function promote(
  deps: Pick<AccountDeps, 'clock' | 'ids'>,
  tx: Tx,
  id: string,
  since: Date,
  by: 'command' | 'configuration' | 'first-run',
): Promise<Account | undefined> {
  const promoted = await claimPromotion(tx, id, since);
  if (promoted !== undefined) {
    await recordAudit(deps, tx, null, {
      action: 'account.change-role',
      subjectType: 'profile',
      subjectIds: [id],
      details: { from: 'user', to: 'super_admin', by },
    });
  }
  return promoted;
}
