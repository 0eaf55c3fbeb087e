import type { Actor } from '#access/actor.ts';
import { randomToken } from '#platform/random.ts';
import { recordAudit } from '../audit/audit.actions.ts';
import { insertProfilesOfSignUp } from '../authentication/promotion.store.ts';
import type { AccountDeps } from '../deps.ts';
import { viewOfProfile } from '../profile/profile.actions.ts';
import type { Profile } from '../profile/profile.schema.ts';
import { findProfile } from '../profile/profile.store.ts';
import { accountCreationErrors, type NewUser } from './account-creation.schema.ts';

export type AccountCreationDeps = Pick<
  AccountDeps,
  'db' | 'clock' | 'ids' | 'random' | 'onUsersCreated' | 'identityAccounts'
>;

/**
 * Creates an account with a profile and a random password, whatever the sign-up policy. Audited; the actor is null for a command.
 */
export async function createAccount(
  deps: AccountCreationDeps,
  actor: Actor | null,
  { email, name }: NewUser,
): Promise<{ user: Profile; password: string }> {
  const password = randomToken(deps.random);
  const user = await deps.db.transaction().execute(async (tx) => {
    const id = deps.ids.next();
    const now = deps.clock.now();
    if (!(await deps.identityAccounts.createWithPassword(tx, { id, email, name }, password, now))) {
      throw accountCreationErrors.emailTaken();
    }
    await deps.onUsersCreated(tx, await insertProfilesOfSignUp(tx, id, now));
    await recordAudit(deps, tx, actor, { action: 'account.create', subjectType: 'profile', subjectIds: [id] });
    return findProfile(tx, id);
  });
  if (user === undefined) throw new Error('The account was created but has no profile.');
  return { user: viewOfProfile(user), password };
}
