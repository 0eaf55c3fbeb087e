/** What one person may send on a day (UTC). */
export const MAX_MAILS_PER_DAY = 20;

/** How many mails a day (UTC) become entries of one journal. */
export const MAX_ENTRIES_PER_DAY = 20;

/** How many mails a day (UTC) are read for one journal, with those that had come before, and those that nobody can read. */
export const MAX_READINGS_PER_DAY = 100;

/** What mails are counted by. */
export const SENT = 'sent';
export const RECEIVED = 'received';
export const READ = 'read';

/** Upper and lower case lead to one mailbox, so they are one recipient. */
export function sentTo(address: string): string {
  return `sent to ${address.toLowerCase()}`;
}
