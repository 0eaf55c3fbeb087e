import type { Actor } from '#access/actor.ts';
import {
  leavesNoSuperAdmin,
  lockUserAndSuperAdmins,
  recordAudit,
  updateEndOfImpersonations,
  userErrors,
} from '#features/account';
import { queueMails } from '#features/mail';
import { findWindow } from '#features/workout-window';
import type { DataRightsDeps } from '../deps.ts';
import { decideEraseAt } from './deletion.rules.ts';
import { type AccountDeletion, type DeletionRequest, deletionErrors, type RestoredAccount } from './deletion.schema.ts';
import { claimDeletion, claimRestore } from './deletion.store.ts';
import { tryToErase } from './erasure.actions.ts';

/**
 * Hides the actor from all users and plans the erasure of the account in seven days, or erases it at once. An erasure that fails is
 * continued by the job.
 */
export async function requestDeletion(
  deps: DataRightsDeps,
  actor: Actor,
  { immediately = false }: DeletionRequest,
): Promise<AccountDeletion> {
  const eraseAt = decideEraseAt(deps.clock.now(), immediately);
  await planErasure(deps, actor, eraseAt, immediately);
  await deps.awaitInvalidation();
  await rematch(deps, actor.userId);
  const isErased = immediately && (await tryToErase(deps, actor.userId));
  return { message: messageOf(immediately, isErased), erase_at: eraseAt.toISOString(), is_erased: isErased };
}

/** Takes back the deletion of the actor's account. */
export async function restoreAccount(deps: DataRightsDeps, actor: Actor): Promise<RestoredAccount> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    if (!(await claimRestore(tx, actor.userId, now))) throw deletionErrors.notPending();
    await recordAudit(deps, tx, actor, auditEventOf('restore', actor.userId));
  });
  await deps.awaitInvalidation();
  await rematch(deps, actor.userId);
  return { message: 'Your account is restored.', restored_at: now.toISOString() };
}

async function planErasure(deps: DataRightsDeps, actor: Actor, eraseAt: Date, immediately: boolean): Promise<void> {
  const { userId } = actor;
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const { user, superAdminIds } = await lockUserAndSuperAdmins(tx, userId);
    const after = { role: user?.role ?? 'user', isActive: false };
    if (leavesNoSuperAdmin(superAdminIds, userId, after)) throw userErrors.lastSuperAdmin();
    // The email is queued before the user is inactive, because inactive users get no mail. An account that is erased at once has no mail either.
    const email = { kind: 'account-deletion', facts: { eraseAt: eraseAt.toISOString() } } as const;
    if (!immediately) await queueMails(deps, tx, [{ userId, email, dedupeKey: now.toISOString(), expiresAt: eraseAt }]);
    if (!(await claimDeletion(tx, userId, eraseAt, now))) throw deletionErrors.notPending();
    await updateEndOfImpersonations(tx, userId, now);
    await recordAudit(deps, tx, actor, { ...auditEventOf('request-deletion', userId), details: { immediately } });
  });
}

/** Matches the group of the user again, for today and later. */
async function rematch(deps: DataRightsDeps, userId: string): Promise<void> {
  const window = await findWindow(deps.db, userId);
  if (window?.isOpen) await deps.rebuildChains([window.group], window.zone);
}

function auditEventOf(verb: 'request-deletion' | 'restore', userId: string) {
  return { action: `account.${verb}`, subjectType: 'profile', subjectIds: [userId] };
}

function messageOf(immediately: boolean, isErased: boolean): string {
  if (!immediately)
    return 'Your account is hidden, and everything in it is erased in seven days. Restore it until then.';
  return isErased ? 'Your account is erased.' : 'Your account is hidden and is being erased.';
}
