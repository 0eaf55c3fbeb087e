import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { createBatchedLookup } from '../../platform/concurrency/batched-lookup.ts';
import { isTimeZone } from '../../platform/days/time-zone.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { isStrictUuid } from '../../platform/http/validation/formats.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { isTrustedImageUrl } from '../../platform/network/url.ts';
import { startOf } from '../../platform/text/text.ts';
import type { AccessTokens, Claims } from '../../providers/identity/access-tokens.ts';
import { discardFile, keyOfAddress, type MediaDeps } from '../media/index.ts';
import { asksForConsent, isOnSuperAdminList, isSuperAdmin } from './account.rules.ts';
import {
  accountErrors,
  type OwnProfile,
  type Preferences,
  type Profile,
  type ProfileChange,
  type StoredPreferences,
} from './account.schema.ts';
import {
  type Account,
  type AccountQuestion,
  type AskedAccount,
  type Candidate,
  type ChangedProfile,
  claimPromotion,
  claimSubject,
  claimSuperAdminGrant,
  claimTokenIssuer,
  deleteProfile,
  existsSuperAdmin,
  findAccountOfSubject,
  findProfile,
  insertProfile,
  insertProfilesOfSignUp,
  listAccounts,
  listCandidates,
  type ProfileRow,
  type ProfileValues,
  updateEmail,
  updateProfile,
} from './account.store.ts';
import { recordAudit } from './audit.actions.ts';
import { isUploadOf } from './avatar.rules.ts';
import { inboundAddressOf } from './inbound-address.rules.ts';

export type AccountDeps = MediaDeps & {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  accessTokens: AccessTokens;
  /** The account with this id as the database has it now, or undefined; `sessionId` is one that it may have begun. */
  findAccount: (id: string, sessionId?: string | null) => Promise<AskedAccount | undefined>;
  /** Gives new people what everybody begins with, in the transaction that makes their profiles. */
  welcome: (tx: Tx, userIds: readonly string[]) => Promise<void>;
  superAdminEmails: readonly string[];
  /** Whose people the present identity provider has taken over. */
  formerIssuers: readonly string[];
  publicUrl: string;
  /** Where mails to people's journals come in. */
  mailDomain: string;
};

/**
 * Who bears this access token, or null where it is none. A person's first request makes their profile. Throws `account.blocked`
 * or `account.other-issuer`.
 */
export async function findActor(
  deps: AccountDeps,
  token: string,
  options: { createsProfile: boolean } = { createsProfile: true },
): Promise<Actor | null> {
  const bearer = await identify(deps, token, options);
  if (bearer === null) return null;
  const { account, claims } = bearer;
  const facts = { role: account.role, roleChangedAt: account.role_changed_at };
  return { userId: account.id, isSuperAdmin: isSuperAdmin(facts, claims.issuedAt), impersonatorId: null };
}

/** The person an access token stands for. Throws `auth.token-invalid`, `account.blocked` or `account.other-issuer`. */
export async function verifyToken(deps: AccountDeps, token: string): Promise<{ id: string; email: string | null }> {
  const bearer = await identify(deps, token);
  if (bearer === null) throw accountErrors.tokenInvalid();
  return { id: bearer.account.id, email: bearer.account.email };
}

/** Throws `auth.not-super-admin`. */
export function requireSuperAdmin(actor: Actor): void {
  if (!actor.isSuperAdmin) throw accountErrors.notSuperAdmin();
}

/** The actor's own profile. */
export async function readProfile(deps: AccountDeps, actor: Actor): Promise<OwnProfile> {
  const profile = await findProfile(deps.db, actor.userId);
  if (profile === undefined) throw accountErrors.tokenInvalid();
  return viewForOwner(deps, actor, profile);
}

/**
 * Sets what is given, merging preferences key by key. The address of an upload of the actor's own changes nothing: it is the
 * present one, or that of one that is gone. Throws `account.avatar-invalid`, `account.timezone-unknown`, and to an impersonator
 * `account.consent-while-impersonating`.
 */
export async function changeProfile(deps: AccountDeps, actor: Actor, change: ProfileChange): Promise<OwnProfile> {
  const { full_name, avatar_url, read_notes_enabled, check_in_enabled } = change;
  if (actor.impersonatorId !== null && asksForConsent(change)) throw accountErrors.consentWhileImpersonating();
  if (avatar_url != null && !isTrustedImageUrl(avatar_url, deps.publicUrl)) throw accountErrors.avatarInvalid();
  const values = {
    ...(full_name !== undefined && { full_name }),
    ...(avatar_url !== undefined && ownUploadOf(deps, actor, avatar_url) === null && { avatar_url }),
    ...(read_notes_enabled !== undefined && { read_notes_enabled }),
    ...(check_in_enabled !== undefined && { check_in_enabled }),
  };
  return saveProfile(deps, actor, values, preferencesToSet(change.preferences ?? {}));
}

/** Stores these values in the actor's own profile. An uploaded avatar that they replace is deleted then. */
export async function saveProfile(
  deps: AccountDeps,
  actor: Actor,
  values: ProfileValues,
  preferences: StoredPreferences = {},
): Promise<OwnProfile> {
  const changed = await updateProfile(deps.db, actor.userId, values, preferences, deps.clock.now());
  if (changed === undefined) throw accountErrors.tokenInvalid();
  await discardReplacedUpload(deps, actor, changed);
  return viewForOwner(deps, actor, changed);
}

/** A way to find accounts that asks the database once for all requests that come together. */
export function createAccountLookup(db: Db): AccountDeps['findAccount'] {
  const lookUp = createBatchedLookup<string, AskedAccount>(async (keys) => {
    const found = await listAccounts(db, keys.map(questionOf));
    return new Map(found.map(({ question, account }) => [keyOf(question), account]));
  });
  return (id, sessionId = null) => lookUp(keyOf({ id, sessionId }));
}

/** Questions of several requests are told apart by text. */
const keyOf = ({ id, sessionId }: AccountQuestion) => `${id} ${sessionId ?? ''}`;

function questionOf(key: string): AccountQuestion {
  const [id = '', sessionId = ''] = key.split(' ');
  return { id, sessionId: sessionId === '' ? null : sessionId };
}

/** Whether anybody is a super admin yet. */
export async function hasSuperAdmin(deps: Pick<AccountDeps, 'db'>): Promise<boolean> {
  return existsSuperAdmin(deps.db);
}

export type PromotionDeps = Pick<AccountDeps, 'db' | 'clock' | 'ids' | 'welcome'>;

/** Makes the profile of a person who has signed up at the built-in provider and has made no request yet. */
export async function createProfileOfSignUp(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'welcome'>,
  addressOrId: string,
): Promise<void> {
  const now = deps.clock.now();
  await deps.db
    .transaction()
    .execute(async (tx) => deps.welcome(tx, await insertProfilesOfSignUp(tx, addressOrId, now)));
}

/**
 * The people with this address, or this id. A person who has signed up at the built-in provider gets a profile with it, where
 * there is none because no request has come yet.
 */
export async function findCandidates(deps: PromotionDeps, addressOrId: string): Promise<Candidate[]> {
  await createProfileOfSignUp(deps, addressOrId);
  return listCandidates(deps.db, addressOrId);
}

/**
 * Makes the person with this address, or this id, a super admin, from their next access token on. Where several have the
 * address, which an identity provider may not have verified, nobody is promoted.
 */
export async function promoteByEmail(
  deps: PromotionDeps,
  addressOrId: string,
): Promise<'promoted' | 'already' | 'unknown' | 'several'> {
  const [account, ...others] = await findCandidates(deps, addressOrId);
  if (account === undefined) return 'unknown';
  if (others.length > 0) return 'several';
  const promoted = await deps.db
    .transaction()
    .execute((tx) => promote(deps, tx, account.id, deps.clock.now(), 'command'));
  return promoted === undefined ? 'already' : 'promoted';
}

/** The key under which an address of ours leads to what the actor uploaded, or null where it does not. */
function ownUploadOf(deps: AccountDeps, actor: Actor, address: string | null): string | null {
  const key = address === null ? null : keyOfAddress(deps, address);
  return key !== null && isUploadOf(actor.userId, key) ? key : null;
}

async function discardReplacedUpload(deps: AccountDeps, actor: Actor, changed: ChangedProfile): Promise<void> {
  if (changed.previous_avatar_url === changed.avatar_url) return;
  const key = ownUploadOf(deps, actor, changed.previous_avatar_url);
  if (key !== null) await discardFile(deps, key);
}

async function identify(
  deps: AccountDeps,
  token: string,
  { createsProfile } = { createsProfile: true },
): Promise<{ account: Account; claims: Claims } | null> {
  const claims = await deps.accessTokens.verify(token);
  if (claims === null) return null;

  const found = (await findAccountOf(deps, claims)) ?? (createsProfile ? await createAccount(deps, claims) : undefined);
  if (found === undefined || found.is_session_over) return null;
  let account: Account = found;
  if (isStrictUuid(claims.subject)) await requireIssuer(deps, account, claims.issuer);
  if (!account.is_active) throw accountErrors.blocked();
  const { email, emailVerified: isVerified } = claims;
  if (email !== null && (email !== account.email || isVerified !== account.email_verified)) {
    await updateEmail(deps.db, account.id, { email, isVerified }, deps.clock.now());
    account = { ...account, email, email_verified: isVerified };
  }
  if (account.role === 'user' && isOnSuperAdminList(claims, deps.superAdminEmails)) {
    account = (await promoteFromList(deps, account, claims)) ?? account;
  }
  return { account, claims };
}

/**
 * An id leads to its profile by tokens of one issuer alone, so that another provider takes over nobody. The first one that comes
 * is the one; of a former one that the configuration names, the present one takes over.
 */
async function requireIssuer(deps: AccountDeps, { id, token_issuer: bound }: Account, issuer: string): Promise<void> {
  if (bound === issuer) return;
  if (bound === null || deps.formerIssuers.includes(bound)) {
    await claimTokenIssuer(deps.db, id, bound, issuer);
    // Of several first requests at once, one has bound it.
    if ((await deps.findAccount(id))?.token_issuer === issuer) return;
  }
  throw accountErrors.otherIssuer();
}

async function findAccountOf(deps: AccountDeps, claims: Claims): Promise<AskedAccount | undefined> {
  const { issuer, subject, sessionId } = claims;
  if (isStrictUuid(subject)) return deps.findAccount(subject.toLowerCase(), sessionId);
  const account = await findAccountOfSubject(deps.db, issuer, subject);
  return account === undefined ? undefined : { ...account, is_session_over: false };
}

async function createAccount(deps: AccountDeps, claims: Claims): Promise<AskedAccount> {
  const { issuer, subject, email, emailVerified: isEmailVerified } = claims;
  const profile = { email, isEmailVerified, fullName: startOf(claims.name ?? '', 200), now: deps.clock.now() };
  await deps.db.transaction().execute(async (tx) => {
    if (isStrictUuid(subject)) {
      const id = subject.toLowerCase();
      // Of several first requests at once, one makes the profile.
      if (await insertProfile(tx, { ...profile, id, tokenIssuer: issuer })) await deps.welcome(tx, [id]);
      return;
    }
    const id = deps.ids.next();
    await insertProfile(tx, { ...profile, id, tokenIssuer: '' });
    // Somebody else's first request with the same subject may have won; its profile is the one that stays.
    if (await claimSubject(tx, issuer, subject, id)) await deps.welcome(tx, [id]);
    else await deleteProfile(tx, id);
  });
  const account = await findAccountOf(deps, claims);
  if (account === undefined) throw new Error('The profile that was just made cannot be found.');
  return account;
}

/** The list promotes an address once. The token that proves the address counts as issued after the promotion. */
async function promoteFromList(deps: AccountDeps, account: Account, claims: Claims): Promise<Account | undefined> {
  const email = claims.email?.toLowerCase() ?? '';
  return deps.db.transaction().execute(async (tx) => {
    const isFirst = await claimSuperAdminGrant(tx, email, account.id, deps.clock.now());
    if (!isFirst) return undefined;
    deps.log.info({ user_id: account.id }, 'promoted from SUPER_ADMIN_EMAILS');
    return promote(deps, tx, account.id, claims.issuedAt, 'configuration');
  });
}

/** Gives the role from `since` on, and writes down what did it; undefined where the person holds it already. */
async function promote(
  deps: Pick<AccountDeps, 'clock' | 'ids'>,
  tx: Tx,
  id: string,
  since: Date,
  by: 'command' | 'configuration',
): Promise<Account | undefined> {
  const promoted = await claimPromotion(tx, id, since);
  if (promoted !== undefined) {
    const details = { from: 'user', to: 'super_admin', by };
    const deed = { action: 'account.change-role', subjectType: 'profile', subjectIds: [id], details };
    await recordAudit(deps, tx, null, deed);
  }
  return promoted;
}

/** Only the keys that a person may set: what else a body carries is not assigned. */
function preferencesToSet(asked: Preferences): Preferences {
  const { theme, notifications, timezone, mosaic_photo, leaderboard, email_digest, email_reminders, step_prompts } =
    asked;
  if (timezone !== undefined && !isTimeZone(timezone)) throw accountErrors.timezoneUnknown();
  return {
    ...(theme !== undefined && { theme }),
    ...(notifications !== undefined && { notifications }),
    ...(timezone !== undefined && { timezone }),
    ...(mosaic_photo !== undefined && { mosaic_photo }),
    ...(leaderboard !== undefined && { leaderboard }),
    ...(email_digest !== undefined && { email_digest }),
    ...(email_reminders !== undefined && { email_reminders }),
    ...(step_prompts !== undefined && { step_prompts }),
  };
}

/** The profile as its owner gets it; whoever acts in their place does not learn the way into their journal. */
function viewForOwner(deps: Pick<AccountDeps, 'mailDomain'>, actor: Actor, profile: ProfileRow): OwnProfile {
  const isOwner = actor.impersonatorId === null;
  return {
    ...viewOfProfile(profile),
    inbound_address: isOwner ? inboundAddressOf(profile.inbound_key, deps.mailDomain) : null,
  };
}

/** The profile as it is answered to super admins. */
export function viewOfProfile(profile: ProfileRow): Profile {
  return {
    id: profile.id,
    email: profile.email,
    full_name: profile.full_name,
    avatar_url: profile.avatar_url,
    preferences: profile.preferences,
    drops_balance: profile.drops_balance,
    role: profile.role,
    is_ai: profile.is_ai,
    is_active: profile.is_active,
    read_notes_enabled: profile.read_notes_enabled,
    check_in_enabled: profile.check_in_enabled,
    is_classroom: profile.is_classroom,
    created_at: profile.created_at.toISOString(),
    updated_at: profile.updated_at.toISOString(),
  };
}
