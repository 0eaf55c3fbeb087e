/** What of a profile decides whether its role counts. */
type RoleFacts = { role: string; roleChangedAt: Date };

/**
 * A promotion counts for tokens that were issued after it, so it takes a fresh one. A demotion counts at once, because the
 * profile itself no longer says super admin.
 */
export function isSuperAdmin(profile: RoleFacts, tokenIssuedAt: Date): boolean {
  return profile.role === 'super_admin' && tokenIssuedAt >= profile.roleChangedAt;
}

/** Whether the configured list promotes this person: it names the address, and the provider vouches for it. */
export function isOnSuperAdminList(
  claims: { email: string | null; emailVerified: boolean },
  list: readonly string[],
): boolean {
  return claims.email !== null && claims.emailVerified && list.includes(claims.email.toLowerCase());
}
