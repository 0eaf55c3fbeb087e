import { MAX_ENTRIES_PER_DAY } from '../quota/quota.rules.ts';

/** The notification that the journal accepts no more emails on this day (UTC). A user gets it once a day. */
export function quotaReached(userId: string, day: string) {
  return {
    userId,
    kind: 'mails_left_out' as const,
    title: 'Emails to your journal were rejected',
    body: `Your journal accepts ${MAX_ENTRIES_PER_DAY} emails a day (UTC), and more arrived. If you did not send them, change the journal address.`,
    data: { date: day, max_entries: MAX_ENTRIES_PER_DAY },
    dedupeKey: `mails_left_out:${day}`,
  };
}

/** The notification that an email could not be read. A user gets it once for each message. */
export function unreadableMail(userId: string, messageDigest: string) {
  return {
    userId,
    kind: 'mail_unreadable' as const,
    title: 'An email to your journal could not be read',
    body: 'An email to your journal address could not be read. Send it again as plain text. If you did not send it, change the journal address.',
    data: {},
    dedupeKey: `mail_unreadable:${messageDigest}`,
  };
}
