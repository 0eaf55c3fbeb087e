/** What decides whether somebody can administer: the role, and not being blocked. */
export type Standing = { role: string; isActive: boolean };

/** Whether nobody could administer once this person stands so. `administrators` are the ids of all who can now. */
export function leavesNoAdministrator(
  administrators: readonly string[],
  personId: string,
  { role, isActive }: Standing,
): boolean {
  const staysOne = role === 'super_admin' && isActive;
  return !staysOne && administrators.every((id) => id === personId) && administrators.includes(personId);
}
