import { invitationTokenOf } from '#features/account';
import type { QueueState } from '#platform/db/queue.ts';
import { renderLogoPng } from '#platform/logo/logo-png.ts';
import type { Mail } from '#providers/mail/mail.ts';
import type { MailDeps } from '../deps.ts';
import { type Email, renderEmail, replyToOf } from '../email/email.template.ts';
import { LOGO_ID } from '../email/layout.template.ts';
import { unsubscribeUrlOf } from '../unsubscribe/unsubscribe.actions.ts';
import { openLinkToken } from './account-mail.actions.ts';
import {
  ABANDONED_MS,
  categoryOf,
  decideNextAttempt,
  isWanted,
  isWrittenByUser,
  type MailStatus,
} from './outgoing-mail.rules.ts';
import {
  claimDueMails,
  type DueMail,
  findMailQueue,
  findOutgoingMail,
  updateAbandonedMails,
  updateAttemptedMail,
} from './outgoing-mail.store.ts';

export type SendingDeps = Pick<
  MailDeps,
  | 'db'
  | 'clock'
  | 'log'
  | 'mail'
  | 'publicUrl'
  | 'unsubscribeSignatures'
  | 'invitationSignatures'
  | 'linkSecrets'
  | 'isDraining'
>;

/** Emails that are sent concurrently. */
const SEND_BATCH_SIZE = 10;

export type MailCounts = Partial<Record<MailStatus, number>>;

/**
 * Sends the due emails until there are none, the mail server fails, or its circuit breaker is open. Safe to run on several nodes.
 * An email is sent at most once: one that was certainly not sent is tried again, six times within nine hours. One that may have
 * been sent is not, also if the node died. Throws if the database fails.
 */
export async function sendDueMails(deps: SendingDeps): Promise<MailCounts> {
  const counts: MailCounts = {};
  const start = deps.clock.now();
  await updateAbandonedMails(deps.db, new Date(start.getTime() - ABANDONED_MS), start);
  let claimed: DueMail[];
  let limit: number;
  let isServerHealthy = true;
  do {
    limit = batchSizeFor(deps.mail);
    claimed = limit === 0 ? [] : await claimDueMails(deps.db, deps.clock.now(), limit);
    for (const attempt of await Promise.allSettled(claimed.map((mail) => sendMail(deps, mail)))) {
      if (attempt.status === 'rejected') throw attempt.reason;
      counts[attempt.value] = (counts[attempt.value] ?? 0) + 1;
      // An email is queued again if the server fails, so the next one would fail too.
      if (attempt.value === 'queued') isServerHealthy = false;
    }
  } while (claimed.length > 0 && claimed.length === limit && isServerHealthy && !deps.isDraining());
  if (Object.keys(counts).length > 0) deps.log.info({ event: 'mail.sent', ...counts }, 'mails were sent');
  return counts;
}

/** None while the circuit is open, so that no email uses up its attempts; one while it is half-open. */
function batchSizeFor(mail: Mail): number {
  const states = mail.circuitStates().map(({ state }) => state);
  if (states.includes('open')) return 0;
  return states.includes('half-open') ? 1 : SEND_BATCH_SIZE;
}

async function sendMail(deps: SendingDeps, mail: DueMail): Promise<MailStatus> {
  const now = deps.clock.now();
  const linkToken = await openLinkToken(deps, mail);
  if (!isWanted(mail, now) || linkToken === null) {
    await updateAttemptedMail(deps.db, mail.id, { status: 'dropped', nextAttemptAt: null }, now);
    return 'dropped';
  }
  const email = { kind: mail.kind, facts: mail.data } as Email;
  const category = categoryOf(mail.kind);
  const unsubscribeUrl = category === null ? null : unsubscribeUrlOf(deps, category, mail.recipientId);
  const replyTo = replyToOf(email);
  const rendered = renderEmail(email, {
    name: mail.name,
    serviceUrl: deps.publicUrl,
    unsubscribeUrl,
    invitationTokenOf: (id) => invitationTokenOf(deps.invitationSignatures, 'group invitation', id),
    signUpTokenOf: (id) => invitationTokenOf(deps.invitationSignatures, 'sign-up invitation', id),
    ...(linkToken !== undefined && { linkToken }),
  });
  const { outcome } = await deps.mail.send({
    id: mail.id,
    to: mail.address,
    ...rendered,
    images: [{ id: LOGO_ID, png: await renderLogoPng() }],
    ...(replyTo !== undefined && { replyTo }),
    headers: {
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      ...(!isWrittenByUser(mail.kind) && { 'Auto-Submitted': 'auto-generated' }),
    },
  });
  const result = decideNextAttempt(outcome, mail.attempts, deps.clock.now());
  if (!(await updateAttemptedMail(deps.db, mail.id, result, deps.clock.now()))) await deleteErasedSource(deps, mail.id);
  return result.status;
}

/** Deletes what was sent of an email that was deleted meanwhile, with the account of its recipient or sender. */
export async function deleteErasedSource({ db, mail }: Pick<SendingDeps, 'db' | 'mail'>, id: string): Promise<void> {
  if ((await findOutgoingMail(db, id)) === undefined) await mail.deleteSource(id);
}

/** Reads how many emails wait, for the metrics. */
export function readMailQueue({ db }: Pick<MailDeps, 'db'>): Promise<QueueState> {
  return findMailQueue(db);
}
