import { type EmailKind, isAccountEmail } from '../email/email-kind.rules.ts';
import type { MailCategory } from '../unsubscribe/unsubscribe.rules.ts';

/** queued → sending → sent, unconfirmed, failed or again queued. Emails that are no longer wanted are dropped. */
export type MailStatus = 'queued' | 'sending' | 'sent' | 'unconfirmed' | 'failed' | 'dropped';

/** Whether a user wrote the text, so that the email is not automatic (RFC 3834). */
export function isWrittenByUser(kind: EmailKind): boolean {
  return kind === 'sponsor-message';
}

/** The category that an unsubscribe link in an email of this kind turns off; null if there is none. */
export function categoryOf(kind: EmailKind): MailCategory | null {
  if (kind === 'welcome' || kind === 'invitation' || kind === 'export-ready' || kind === 'account-deletion')
    return null;
  if (isAccountEmail(kind)) return null;
  return kind === 'reminder' ? 'reminders' : kind;
}

/** The result of an attempt, as the provider reports it. */
export type SendResult = 'sent' | 'refused' | 'unavailable' | 'late' | 'unconfirmed';

const MINUTE_MS = 60 * 1_000;

/** The delays after each failed attempt, in milliseconds. There is no attempt after the last one. */
const RETRY_DELAYS_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);

/** Longer than one attempt takes. Emails in `sending` for longer belong to a node that died, and may have been sent. */
export const ABANDONED_MS = 10 * MINUTE_MS;

/** What decides whether a queued email is still sent. */
export type QueuedFacts = {
  kind: EmailKind;
  expiresAt: Date | null;
  /** Whether the user is active and not synthetic. True for external recipients. */
  isReachable: boolean;
  /** The user's preferences; null if the user has not chosen. */
  wantsReminders: boolean | null;
  wantsDigest: boolean | null;
  isAddressVerified: boolean;
  /** Whether the external recipient has unsubscribed from this kind. */
  hasOptedOut: boolean;
};

/** Whether a queued email is still wanted. Reminders and digests are opt-in, and digests need a verified email address. */
export function isWanted(mail: QueuedFacts, now: Date): boolean {
  const { kind, expiresAt, isReachable, wantsReminders, wantsDigest, isAddressVerified, hasOptedOut } = mail;
  // The account is inactive by then.
  if (kind === 'account-deletion') return true;
  if (!isReachable || hasOptedOut || (expiresAt !== null && expiresAt <= now)) return false;
  if (kind === 'reminder') return wantsReminders === true;
  return kind !== 'digest' || (wantsDigest === true && isAddressVerified);
}

/** The state of an email after an attempt. */
export type AttemptResult = { status: MailStatus; nextAttemptAt: Date | null };

/** Decides the state of an email after `attempts` attempts. Only emails that were certainly not sent are tried again. */
export function decideNextAttempt(result: SendResult, attempts: number, now: Date): AttemptResult {
  if (result === 'sent' || result === 'unconfirmed') return { status: result, nextAttemptAt: null };
  const delayMs = result === 'refused' ? undefined : RETRY_DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return { status: 'failed', nextAttemptAt: null };
  return { status: 'queued', nextAttemptAt: new Date(now.getTime() + delayMs) };
}
