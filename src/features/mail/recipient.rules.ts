/** Whom people may write to by mail: nobody, oneself, those with whom one shares an organization, or anybody. */
export type MailPolicy = 'off' | 'self' | 'org' | 'any';

/** Who an address is to the sender. */
export type RecipientFacts = { isSender: boolean; sharesOrganization: boolean; isBlocked: boolean };

/** Whether somebody may write to an address. A block between the two comes before every policy. */
export function mayWriteTo(recipient: RecipientFacts, policy: MailPolicy): boolean {
  const { isSender, sharesOrganization, isBlocked } = recipient;
  if (isBlocked || policy === 'off') return false;
  return isSender || policy === 'any' || (policy === 'org' && sharesOrganization);
}
