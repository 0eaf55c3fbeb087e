import type { Actor } from '#access/actor.ts';
import type { TokenFacts } from '#access/token-scope.ts';
import { createCheckedToken, isCheckedToken } from '#platform/crypto/checked-token.ts';
import { digestOf } from '#platform/crypto/digest.ts';
import type { Account } from '../authentication/authentication.store.ts';
import type { AccountDeps } from '../deps.ts';
import { requireOpenSession, sessionIdOf } from '../session/session.actions.ts';
import { checkGrant, decideExpiry, PREFIX, shownPrefixOf } from './personal-token.rules.ts';
import {
  type CreatedPersonalToken,
  DEFAULT_DAYS,
  MAX_TOKENS,
  type NewPersonalToken,
  type PersonalToken,
  personalTokenErrors,
} from './personal-token.schema.ts';
import {
  countPersonalTokens,
  deletePersonalToken,
  findTokenWithAccount,
  insertPersonalToken,
  listPersonalTokens,
  lockPersonalTokensOf,
  type PersonalTokenRow,
  updateLastUse,
  updateNameOfPersonalToken,
} from './personal-token.store.ts';

/** How exact the last use is. A write for each request would be more than the request itself. */
const USE_ACCURACY_MS = 60_000;

export async function listOwnTokens(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  { userId }: Actor,
): Promise<PersonalToken[]> {
  const now = deps.clock.now();
  return (await listPersonalTokens(deps.db, userId)).map((row) => viewOf(row, now));
}

/**
 * Creates a personal access token of the actor, who is notified. Only its digest is stored. `accessToken` is that of the request.
 */
export async function createToken(
  deps: AccountDeps,
  actor: Actor,
  accessToken: string | null,
  { name, scopes, expires_in_days: days = DEFAULT_DAYS }: NewPersonalToken,
): Promise<CreatedPersonalToken> {
  const sessionId = await sessionIdOf(deps, accessToken);
  checkGrant(scopes, actor);
  const { userId } = actor;
  const now = deps.clock.now();
  const secret = createCheckedToken(PREFIX, deps.random);
  const values = { id: deps.ids.next(), userId, name: name.trim(), digest: digestOf(secret), scopes, now };
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockPersonalTokensOf(tx, userId);
    // A reset of the password may have ended the session and all tokens since.
    await requireOpenSession(tx, sessionId);
    if ((await countPersonalTokens(tx, userId)) >= MAX_TOKENS) throw personalTokenErrors.tooMany();
    await deps.notifyTokenCreated(tx, userId);
    return insertPersonalToken(tx, {
      ...values,
      prefix: shownPrefixOf(secret),
      expiresAt: decideExpiry(now, days),
    });
  });
  return { token: viewOf(row, now), secret };
}

export async function renameToken(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  { userId }: Actor,
  id: string,
  name: string,
): Promise<PersonalToken> {
  const row = await updateNameOfPersonalToken(deps.db, userId, id, name.trim());
  if (row === undefined) throw personalTokenErrors.notFound();
  return viewOf(row, deps.clock.now());
}

/** Revokes a token of the actor, which is refused on all nodes from the next request on. */
export async function revokeToken(deps: Pick<AccountDeps, 'db'>, { userId }: Actor, id: string): Promise<void> {
  if (!(await deletePersonalToken(deps.db, userId, id))) throw personalTokenErrors.notFound();
}

/** Whether a bearer token is meant as a personal access token. */
export const isPersonalToken = (token: string): boolean => token.startsWith(PREFIX);

/** The account of a valid personal access token, whether or not it is active. Null if the token is unknown, revoked or expired. */
export async function findPersonalToken(
  deps: AccountDeps,
  token: string,
): Promise<{ account: Account; facts: TokenFacts; createdAt: Date } | null> {
  if (!isCheckedToken(PREFIX, token)) return null;
  const now = deps.clock.now();
  const issuers = [deps.accessTokens.issuer, ...deps.formerIssuers];
  const found = await findTokenWithAccount(deps.db, digestOf(token), issuers, now);
  if (found === undefined) return null;
  const { token_id: id, scopes, account, created_at: createdAt, last_used_at: lastUsedAt } = found;
  const usedBefore = new Date(now.getTime() - USE_ACCURACY_MS);
  if (lastUsedAt === null || lastUsedAt <= usedBefore) {
    deps.background.run('personal-token.last-use', () => updateLastUse(deps.db, id, usedBefore, now));
  }
  return { account, facts: { id, scopes: new Set(scopes) }, createdAt };
}

function viewOf(row: PersonalTokenRow, now: Date): PersonalToken {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as PersonalToken['scopes'],
    is_expired: row.expires_at <= now,
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
