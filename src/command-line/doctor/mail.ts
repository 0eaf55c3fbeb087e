import type { Config } from '../../app/config.ts';
import { MailFailureError } from '../../providers/mail/mail.failure.ts';
import { greet } from '../../providers/mail/mail.smtp.session.ts';
import type { MailFailure } from '../../providers/mail/mail.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MS = 5_000;

/** Whether the mail server answers and lets us in. Sends nothing; null where there is none. */
export async function checkMailServer({ smtp, from }: Config['mail'], timeoutMs = TIMEOUT_MS): Promise<Finding | null> {
  if (smtp === null) return null;
  const about = 'Mail server';
  const place = `${smtp.host}:${smtp.port}`;
  try {
    await greet(smtp, from.address, timeoutMs);
    return { state: 'ok', about, found: `${place} answers${smtp.credentials === null ? '' : ', and lets us in'}` };
  } catch (error) {
    if (!(error instanceof MailFailureError)) throw error;
    return { state: 'fail', about, found: `SMTP_URL: ${reasonOf(error.failure, place)}`, advice: ADVICE };
  }
}

const ADVICE = 'smtps:// is TLS from the first byte on (port 465), smtp:// begins it later (587).';

function reasonOf({ reason, status, networkCode }: MailFailure, place: string): string {
  if (reason === 'time-limit')
    return `${place} does not answer in time. Is it a mail server, and does a firewall stand between?`;
  if (reason === 'not-reachable') return `nothing answers at ${place} (${networkCode ?? 'no connection'}).`;
  if (status === 535) return `${place} refuses the user or the password (535).`;
  if (status !== undefined) return `${place} refuses us (${status}).`;
  return `${place} does not speak SMTP as this address has it, or asks for a user and a password.`;
}
