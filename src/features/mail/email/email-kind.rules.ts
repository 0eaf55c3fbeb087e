/** Emails that Meadow sends to users. */
export type UserEmailKind = 'welcome' | 'reminder' | 'digest' | 'export-ready' | 'account-deletion';

/** Emails that Meadow sends to external recipients, who have no profile. */
export type ExternalEmailKind = 'sponsor-message' | 'sponsor-digest' | 'invitation' | 'group-invitation';

/** Emails about an account of the built-in identity provider, which may have no profile yet. */
const ACCOUNT_EMAIL_KINDS = [
  'address-verification',
  'address-change',
  'address-changed',
  'password-reset',
  'password-changed',
  'sign-in-link',
  'new-device',
  'account-exists',
] as const;
export type AccountEmailKind = (typeof ACCOUNT_EMAIL_KINDS)[number];

export type EmailKind = UserEmailKind | ExternalEmailKind | AccountEmailKind;

export function isAccountEmail(kind: string): kind is AccountEmailKind {
  return (ACCOUNT_EMAIL_KINDS as readonly string[]).includes(kind);
}
