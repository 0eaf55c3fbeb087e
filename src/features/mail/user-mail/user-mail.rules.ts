/** How long an email that may have been sent is not sent again, in milliseconds. */
export const UNCONFIRMED_MS = 24 * 60 * 60 * 1_000;

/** Identifies the content of an email: two emails with the same key are the same email. */
export function contentKeyOf(email: {
  to: string;
  subject: string;
  html?: string | undefined;
  text?: string | undefined;
}): string {
  const { to, subject, html = '', text = '' } = email;
  return JSON.stringify([to.toLowerCase(), subject, html, text]);
}
