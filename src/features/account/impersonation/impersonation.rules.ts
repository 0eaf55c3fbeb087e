import { impersonationErrors } from './impersonation.schema.ts';

type Target = { id: string; role: string; isActive: boolean };

/** Checks that an admin may impersonate a user. */
export function checkImpersonation(adminId: string, target: Target): void {
  if (target.id === adminId) throw impersonationErrors.targetIsOneself();
  if (target.role === 'super_admin') throw impersonationErrors.targetIsSuperAdmin();
  if (!target.isActive) throw impersonationErrors.targetIsBlocked();
}

type RoleFacts = { role: string; roleChangedAt: Date; isActive: boolean };

export type ImpersonationFacts = {
  startedAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  admin: RoleFacts;
  target: RoleFacts;
};

/**
 * Whether an impersonation is valid: not stopped, not expired, and both users active with unchanged roles since it started.
 */
export function isRunning({ startedAt, expiresAt, endedAt, admin, target }: ImpersonationFacts, now: Date): boolean {
  const isOpen = endedAt === null && now < expiresAt;
  const isUnchanged = (user: RoleFacts, role: string) =>
    user.isActive && user.role === role && user.roleChangedAt <= startedAt;
  return isOpen && isUnchanged(admin, 'super_admin') && isUnchanged(target, 'user');
}
