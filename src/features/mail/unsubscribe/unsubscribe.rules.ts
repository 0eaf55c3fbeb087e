/** The emails that a recipient can unsubscribe from: a preference of users, an opt-out of external recipients. */
export type MailCategory = 'digest' | 'reminders' | ExternalMailCategory;
export type ExternalMailCategory = 'sponsor-message' | 'sponsor-digest' | 'group-invitation';

/** Whether emails of this category go to recipients without a profile. */
export function isExternal(category: MailCategory): category is ExternalMailCategory {
  return category !== 'digest' && category !== 'reminders';
}

/** The signed text of an unsubscribe link. Its signature permits this change for this recipient and nothing else. */
export function permitOf(category: MailCategory, recipientId: string): string {
  return `unsubscribe ${category} ${recipientId}`;
}

/** The content of an unsubscribe link. Valid as long as the encryption key of the service stays the same. */
export type OptOut = { category: MailCategory; recipientId: string; signature: string };

export function formatOptOut({ category, recipientId, signature }: OptOut): string {
  return `${category}.${recipientId}.${signature}`;
}

const OPT_OUT =
  /^(digest|reminders|sponsor-message|sponsor-digest|group-invitation)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** Parses a link without verifying its signature; null if it is malformed. */
export function parseOptOut(text: string): OptOut | null {
  const [, category, recipientId, signature] = OPT_OUT.exec(text) ?? [];
  if (category === undefined || recipientId === undefined || signature === undefined) return null;
  return { category: category as MailCategory, recipientId, signature };
}
