import type { Config } from '#app/config.ts';
import { MailFailureError } from '#providers/mail/mail.failure.ts';
import { greet } from '#providers/mail/mail.smtp.session.ts';
import type { MailFailure } from '#providers/mail/mail.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MS = 5_000;

/** Connects to the mail server and signs in. Sends no email. Null if there is no mail server. */
export async function checkMailServer({ smtp, from }: Config['mail'], timeoutMs = TIMEOUT_MS): Promise<Finding | null> {
  if (smtp === null) return null;
  const about = 'Mail server';
  const place = `${smtp.host}:${smtp.port}`;
  try {
    await greet(smtp, from.address, timeoutMs);
    return { state: 'ok', about, found: `${place} responds${smtp.credentials === null ? '' : ', sign-in works'}` };
  } catch (error) {
    if (!(error instanceof MailFailureError)) throw error;
    return { state: 'fail', about, found: `SMTP_URL: ${reasonOf(error.failure, place)}`, advice: ADVICE };
  }
}

const ADVICE = 'smtps:// is implicit TLS (port 465), smtp:// is STARTTLS (port 587).';

function reasonOf({ reason, status, networkCode }: MailFailure, place: string): string {
  if (reason === 'time-limit')
    return `${place} does not respond in time. Is it a mail server? Does a firewall block it?`;
  if (reason === 'not-reachable') return `${place} is not reachable (${networkCode ?? 'no connection'}).`;
  if (status === 535) return `${place} rejects the user name or password (535).`;
  if (status !== undefined) return `${place} rejects the connection (${status}).`;
  return `${place} does not speak SMTP with this kind of TLS, or requires user name and password.`;
}
