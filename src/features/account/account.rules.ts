import type { ProfileChange } from './account.schema.ts';

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

/** What is not about who may read, show or send something. */
const WITHOUT_CONSENT = new Set(['full_name', 'avatar_url']);
const PREFERENCES_WITHOUT_CONSENT = new Set(['theme', 'timezone']);

/** Whether a change gives or takes back a consent: to be read by the assistant, shown to others, or written to. */
export function asksForConsent({ preferences = {}, ...fields }: ProfileChange): boolean {
  return (
    Object.keys(fields).some((name) => !WITHOUT_CONSENT.has(name)) ||
    Object.keys(preferences).some((name) => !PREFERENCES_WITHOUT_CONSENT.has(name))
  );
}
