/** Emails that a user can send on one day (UTC). */
export const MAX_SENT_PER_DAY = 20;

/** Emails that become entries of one journal on one day (UTC). */
export const MAX_ENTRIES_PER_DAY = 20;

/** Emails parsed for one journal on one day (UTC), including repeated and unreadable ones. */
export const MAX_PARSED_PER_DAY = 100;

/** The counters of a user on a day. */
export const SENT = 'sent';
export const RECEIVED = 'received';
export const PARSED = 'read';

/** The counter of emails to one recipient. Upper and lower case lead to the same mailbox. */
export function sentTo(address: string): string {
  return `sent to ${address.toLowerCase()}`;
}
