import type { AppError } from '../../platform/errors.ts';
import { impersonationErrors } from './impersonation.schema.ts';

type Target = { id: string; role: string; isActive: boolean };

/** Why this admin may not act in the target's place, or null where nothing speaks against it. */
export function checkImpersonation(adminId: string, target: Target): AppError | null {
  if (target.id === adminId) return impersonationErrors.targetIsOneself();
  if (target.role === 'super_admin') return impersonationErrors.targetIsSuperAdmin();
  if (!target.isActive) return impersonationErrors.targetIsBlocked();
  return null;
}

type Standing = { role: string; roleChangedAt: Date; isActive: boolean };

export type ImpersonationFacts = {
  startedAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  admin: Standing;
  target: Standing;
};

/**
 * Whether an impersonation holds at this moment: neither stopped nor run out, by a super admin, of somebody who is none, both
 * of them in their roles ever since it began, and neither of them blocked.
 */
export function isRunning({ startedAt, expiresAt, endedAt, admin, target }: ImpersonationFacts, now: Date): boolean {
  const isOpen = endedAt === null && now < expiresAt;
  const holds = (standing: Standing, role: string) =>
    standing.isActive && standing.role === role && standing.roleChangedAt <= startedAt;
  return isOpen && holds(admin, 'super_admin') && holds(target, 'user');
}
