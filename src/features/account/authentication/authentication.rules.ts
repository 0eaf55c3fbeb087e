type RoleFacts = { role: string; roleChangedAt: Date };

/**
 * Whether a profile and a token together make a super admin. A promotion counts for tokens issued after it; a demotion counts
 * immediately, because the profile no longer has the role.
 */
export function isSuperAdmin(profile: RoleFacts, tokenIssuedAt: Date): boolean {
  return profile.role === 'super_admin' && tokenIssuedAt >= profile.roleChangedAt;
}

/** Whether the configured list promotes this user. The identity provider must have verified the email address. */
export function isOnSuperAdminList(
  claims: { email: string | null; emailVerified: boolean },
  list: readonly string[],
): boolean {
  return claims.email !== null && claims.emailVerified && list.includes(claims.email.toLowerCase());
}
