export type RoleFacts = { role: string; isActive: boolean };

/** Whether no active super admin would remain after a user is changed to `after`. */
export function leavesNoSuperAdmin(
  superAdminIds: readonly string[],
  userId: string,
  { role, isActive }: RoleFacts,
): boolean {
  const remains = role === 'super_admin' && isActive;
  return !remains && superAdminIds.every((id) => id === userId) && superAdminIds.includes(userId);
}
