import type { Actor } from '#access/actor.ts';
import { isStrictUuid } from '#platform/http/validation/formats.ts';
import { startOf } from '#platform/text/text.ts';
import type { Claims } from '#providers/identity/access-tokens.ts';
import { accountErrors } from '../account.schema.ts';
import type { AccountDeps } from '../deps.ts';
import { findErasure, subjectKey } from '../erased-identity/erased-identity.actions.ts';
import { findImpersonatedActor } from '../impersonation/impersonation.actions.ts';
import { findPersonalToken, isPersonalToken } from '../personal-token/personal-token.actions.ts';
import { searchNameOf } from '../search-name/search-name.rules.ts';
import { isOnSuperAdminList, isSuperAdmin } from './authentication.rules.ts';
import { authenticationErrors } from './authentication.schema.ts';
import {
  type Account,
  type AccountWithSession,
  claimSubject,
  claimTokenIssuer,
  deleteProfile,
  findAccountOfSubject,
  insertProfile,
  updateEmail,
} from './authentication.store.ts';
import { promoteFromList } from './promotion.actions.ts';

/**
 * The actor of an access token, impersonation token or personal access token. A user's first request creates their profile, unless `createsProfile`
 * is false. `admitsPendingDeletion` admits a user whose account is to be deleted.
 */
export async function authenticate(
  deps: AccountDeps,
  token: string | null,
  options: IdentifyOptions = { createsProfile: true },
): Promise<Actor> {
  if (token === null) throw accountErrors.tokenMissing();
  const actor = isPersonalToken(token)
    ? await findActorOfPersonalToken(deps, token, options)
    : ((await findActor(deps, token, options)) ?? (await findImpersonatedActor(deps, token)));
  if (actor === null) throw accountErrors.tokenInvalid();
  return actor;
}

type IdentifyOptions = { createsProfile: boolean; admitsPendingDeletion?: boolean };

async function findActor(deps: AccountDeps, token: string, options: IdentifyOptions): Promise<Actor | null> {
  const bearer = await identify(deps, token, options);
  if (bearer === null) return null;
  return actorOfAccount(deps, bearer.account, bearer.claims.issuedAt);
}

async function findActorOfPersonalToken(
  deps: AccountDeps,
  token: string,
  { admitsPendingDeletion = false }: IdentifyOptions,
): Promise<Actor | null> {
  const found = await findPersonalToken(deps, token);
  if (found === null) return null;
  if (!found.account.is_active) checkInactive(found.account, admitsPendingDeletion);
  return { ...actorOfAccount(deps, found.account, found.createdAt), personalToken: found.facts };
}

function actorOfAccount(deps: AccountDeps, account: Account, issuedAt: Date) {
  const facts = { role: account.role, roleChangedAt: account.role_changed_at };
  return {
    userId: account.id,
    isSuperAdmin: isSuperAdmin(facts, issuedAt),
    impersonatorId: null,
    ...(deps.requiresVerifiedAddress && !account.email_verified && { mustVerifyAddress: true }),
  };
}

/** The user of an access token. */
export async function verifyToken(deps: AccountDeps, token: string): Promise<{ id: string; email: string | null }> {
  const bearer = await identify(deps, token, { createsProfile: true });
  if (bearer === null) throw accountErrors.tokenInvalid();
  return { id: bearer.account.id, email: bearer.account.email };
}

export function requireSuperAdmin(actor: Actor): void {
  if (!actor.isSuperAdmin) throw accountErrors.notSuperAdmin();
}

async function identify(
  deps: AccountDeps,
  token: string,
  { createsProfile, admitsPendingDeletion = false }: IdentifyOptions,
): Promise<{ account: Account; claims: Claims } | null> {
  const claims = await deps.accessTokens.verify(token);
  if (claims === null) return null;

  const found = (await findAccountOf(deps, claims)) ?? (createsProfile ? await createAccount(deps, claims) : undefined);
  if (found === undefined || found.is_session_over) return null;
  let account: Account = found;
  if (account.id === claims.subject.toLowerCase()) await requireIssuer(deps, account, claims.issuer);
  if (!account.is_active) checkInactive(account, admitsPendingDeletion);
  const { email, emailVerified: isVerified } = emailOf(found, claims);
  if (email !== null && (email !== account.email || isVerified !== account.email_verified)) {
    await updateEmail(deps.db, account.id, { email, isVerified }, deps.clock.now());
    await deps.awaitInvalidation();
    account = { ...account, email, email_verified: isVerified };
  }
  if (account.role === 'user' && isOnSuperAdminList({ email, emailVerified: isVerified }, deps.superAdminEmails)) {
    account = (await promoteFromList(deps, account, claims)) ?? account;
  }
  return { account, claims };
}

function checkInactive(
  { erase_at: eraseAt, erasing_since: erasingSince }: Account,
  admitsPendingDeletion: boolean,
): void {
  if (eraseAt === null) throw authenticationErrors.blocked();
  if (admitsPendingDeletion && erasingSince === null) return;
  throw authenticationErrors.deletionPending({ current: { erase_at: eraseAt.toISOString() } });
}

/** The email address of an account. An access token of the built-in provider may be older than a change of it. */
function emailOf(account: AccountWithSession, claims: Claims): Pick<Claims, 'email' | 'emailVerified'> {
  const { current_email: email, is_current_email_verified: isVerified } = account;
  return email === null ? claims : { email, emailVerified: isVerified === true };
}

/**
 * Checks that a profile belongs to an issuer, so that another provider cannot take it over. The first issuer to come claims the
 * profile; the configured provider claims profiles of former issuers.
 */
async function requireIssuer(deps: AccountDeps, { id, token_issuer: bound }: Account, issuer: string): Promise<void> {
  if (bound === issuer) return;
  if (bound === null || deps.formerIssuers.includes(bound)) {
    await claimTokenIssuer(deps.db, id, bound, issuer);
    await deps.awaitInvalidation();
    // A concurrent first request may have won.
    if ((await deps.findAccount(id))?.token_issuer === issuer) return;
  }
  throw authenticationErrors.otherIssuer();
}

async function findAccountOf(deps: AccountDeps, claims: Claims): Promise<AccountWithSession | undefined> {
  const { issuer, subject, sessionId } = claims;
  if (isStrictUuid(subject)) {
    const account = await deps.findAccount(subject.toLowerCase(), sessionId);
    // After a deletion, the subject has a new account under another id.
    if (account === undefined || account.deleted_at === null) return account;
  }
  const account = await findAccountOfSubject(deps.db, issuer, subject);
  if (account === undefined) return undefined;
  return { ...account, is_session_over: false, current_email: null, is_current_email_verified: null };
}

async function createAccount(deps: AccountDeps, claims: Claims): Promise<AccountWithSession> {
  const { issuer, subject, email, emailVerified: isEmailVerified } = claims;
  const fullName = startOf(claims.name ?? '', 200);
  const searchName = searchNameOf(fullName);
  const profile = { email, isEmailVerified, fullName, searchName, now: deps.clock.now() };
  const erasedAt = await findErasure(deps, subjectKey(issuer, subject));
  // A client that still holds a token does not bring back what its user erased.
  if (erasedAt !== undefined && claims.issuedAt <= erasedAt) throw authenticationErrors.deleted();
  await deps.db.transaction().execute(async (tx) => {
    if (isStrictUuid(subject) && erasedAt === undefined) {
      const id = subject.toLowerCase();
      // One of concurrent first requests creates the profile.
      if (await insertProfile(tx, { ...profile, id, tokenIssuer: issuer })) await deps.onUsersCreated(tx, [id]);
      return;
    }
    const id = deps.ids.next();
    await insertProfile(tx, { ...profile, id, tokenIssuer: '' });
    // A concurrent first request with the same subject may have won; then its profile remains.
    if (await claimSubject(tx, issuer, subject, id)) await deps.onUsersCreated(tx, [id]);
    else await deleteProfile(tx, id);
  });
  const account = await findAccountOf(deps, claims);
  if (account === undefined) throw new Error('The profile was created but cannot be found.');
  return account;
}
