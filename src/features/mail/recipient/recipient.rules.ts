/** The recipients that users can write to: none, themselves, users of their organizations, or any email address. */
export type MailPolicy = 'off' | 'self' | 'org' | 'any';

/** What the recipient of an email is to its sender. */
export type RecipientFacts = { isSender: boolean; sharesOrganization: boolean; isBlocked: boolean };

/** Whether a user can write to a recipient. A block takes precedence over every policy. */
export function canWriteTo(recipient: RecipientFacts, policy: MailPolicy): boolean {
  const { isSender, sharesOrganization, isBlocked } = recipient;
  if (isBlocked || policy === 'off') return false;
  return isSender || policy === 'any' || (policy === 'org' && sharesOrganization);
}
