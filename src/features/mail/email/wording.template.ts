import { addDays } from '#platform/days/calendar-date.ts';
import { formatDate, partsOf } from '#platform/days/date-text.ts';
import { SCREENS, type Screen } from '#platform/screens.ts';
import type { EmailContent, EmailPart } from './layout.template.ts';
import { isPlainName } from './plain-text.rules.ts';

/** The text of one kind of email. */
export type EmailTemplate<Facts> = {
  subject: (facts: Facts) => string;
  content: (facts: Facts, recipient: Recipient) => Pick<EmailContent, 'preview' | 'heading' | 'parts'>;
  /** Why the recipient gets this email. */
  reason: string;
  /** null if recipients cannot unsubscribe from this kind. */
  unsubscribeLabel: string | null;
  /** The email address for replies; null if replies are not forwarded. */
  replyTo?: (facts: Facts) => string | null;
};

/** The recipient of an email, with the URLs that it contains. */
export type Recipient = {
  name: string;
  serviceUrl: string;
  /** null if there is nothing to unsubscribe from. */
  unsubscribeUrl: string | null;
  /** Computes the token that accepts an invitation to a group. Tokens are not stored, so they are made when the email is sent. */
  invitationTokenOf: (id: string) => string;
  /** Computes the token that admits a sign-up. */
  signUpTokenOf: (id: string) => string;
  /** The secret of the link, in emails that have one. It is stored sealed until the email is sent. */
  linkToken?: string;
};

/** Appends the name to a greeting if the name is a plain one. */
export function greet(greeting: string, name: string): string {
  return isPlainName(name) ? `${greeting}, ${name}` : greeting;
}

/** Builds the button that opens a screen. Browsers do not send the `fragment` to the server, so it can hold a secret. */
export function buttonTo(screen: Screen, label: string, { serviceUrl }: Recipient, fragment?: string): EmailPart {
  const url = `${serviceUrl}${SCREENS[screen]}${fragment === undefined ? '' : `#${encodeURIComponent(fragment)}`}`;
  return { kind: 'button', button: { label, url } };
}

/** Formats an instant: '22 Nov, 18:05 UTC'. */
export function formatInstant(instant: string): string {
  return `${formatDate(instant.slice(0, 10))}, ${instant.slice(11, 16)} UTC`;
}

/** Formats the week that starts on a Monday: '16–22 Nov', '30 Nov – 6 Dec'. */
export function formatWeek(weekStart: string): string {
  const [first, last] = [partsOf(weekStart), partsOf(addDays(weekStart, 6))];
  if (first.month === last.month) return `${first.day}–${last.day} ${last.month}`;
  return `${first.day} ${first.month} – ${last.day} ${last.month}`;
}

/** Joins words: 'calm', 'calm and joyful', 'calm, joyful and hopeful'. */
export function formatList(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
