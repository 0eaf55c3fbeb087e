import { recordAudit } from '../audit/audit.actions.ts';
import type { AccountDeps } from '../deps.ts';

/** Removes the second factor of a user who lost it, for the operator. Audited. Returns false if there is none. */
export async function removeSecondFactor(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'ids' | 'identityAccounts'>,
  userId: string,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await deps.identityAccounts.removeSecondFactor(tx, userId))) return false;
    await recordAudit(deps, tx, null, {
      action: 'account.remove-second-factor',
      subjectType: 'profile',
      subjectIds: [userId],
      details: { by: 'command' },
    });
    return true;
  });
}
