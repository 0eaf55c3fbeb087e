/** queued → sending → sent, unconfirmed or failed, or queued again; dropped where nobody wants it any more. */
export type MailStatus = 'queued' | 'sending' | 'sent' | 'unconfirmed' | 'failed' | 'dropped';

/** What Meadow itself writes: to people who are here, and to somebody outside, who has no profile. */
export type MailToPersonKind = 'welcome' | 'reminder' | 'digest';
export type ExternalMailKind = 'sponsor-message' | 'sponsor-digest' | 'invitation' | 'group-invitation';
export type MailKind = MailToPersonKind | ExternalMailKind;

/** Whether somebody wrote what the mail says, so that a machine has only passed it on. */
export function isWrittenByPerson(kind: MailKind): boolean {
  return kind === 'sponsor-message';
}

/** What became of an attempt, as the provider tells it. */
export type Outcome = 'sent' | 'refused' | 'unavailable' | 'late' | 'unconfirmed';

const MINUTE_MS = 60 * 1_000;

/** How long to wait after each attempt that failed, in milliseconds; after the last one it is given up. */
const PAUSES = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);

/**
 * Longer than a node takes over one mail. One that has been under way for longer belongs to a node that died, and may have been
 * sent.
 */
export const ABANDONED_MS = 10 * MINUTE_MS;

/** What decides whether a queued mail is still to be sent. */
export type QueuedFacts = {
  kind: MailKind;
  expiresAt: Date | null;
  /** Whether the person can be written to: not blocked from the service, and nobody synthetic. True for those outside. */
  isThere: boolean;
  /** What the person has chosen; null where they have chosen nothing. */
  wantsReminders: boolean | null;
  wantsDigest: boolean | null;
  isAddressVerified: boolean;
  /** Whether somebody outside wants no more of this kind. */
  hasOptedOut: boolean;
};

/**
 * Whether a mail is still wanted. People choose reminders and letters, which come to verified addresses alone; everything else
 * comes until it is turned off.
 */
export function isWanted(mail: QueuedFacts, now: Date): boolean {
  const { kind, expiresAt, isThere, wantsReminders, wantsDigest, isAddressVerified, hasOptedOut } = mail;
  if (!isThere || hasOptedOut || (expiresAt !== null && expiresAt <= now)) return false;
  if (kind === 'reminder') return wantsReminders === true;
  return kind !== 'digest' || (wantsDigest === true && isAddressVerified);
}

/** What is written down after an attempt. A mail is sent again only where it was certainly not sent. */
export type Settlement = { status: MailStatus; nextAttemptAt: Date | null };

/** How a queued mail stands after so many attempts, this one included. */
export function settle(outcome: Outcome, attempts: number, now: Date): Settlement {
  if (outcome === 'sent' || outcome === 'unconfirmed') return { status: outcome, nextAttemptAt: null };
  const pause = outcome === 'refused' ? undefined : PAUSES[attempts - 1];
  if (pause === undefined) return { status: 'failed', nextAttemptAt: null };
  return { status: 'queued', nextAttemptAt: new Date(now.getTime() + pause) };
}
