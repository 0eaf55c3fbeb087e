import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { MailDeps } from '../deps.ts';
import { isAccountEmail } from '../email/email-kind.rules.ts';
import { findOutgoingMail, listOutgoingMails, type OutgoingMailRow } from '../outgoing-mail/outgoing-mail.store.ts';
import { type SentMail, type SentMailWithSource, sentMailErrors } from './sent-mail.schema.ts';

/** Lists the emails of the last 90 days, newest first, without their content. Audited, because recipients are personal data. */
export async function listSentMails(
  deps: MailDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ mails: SentMail[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listOutgoingMails(deps.db, after, limit + 1), limit);
  await recordAudit(deps, deps.db, actor, {
    action: 'mail.list',
    subjectType: 'outgoing_mail',
    subjectIds: page.rows.map(({ id }) => id),
  });
  return { mails: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** Reads an email with its source, if the outbox of this node has it. Audited. */
export async function readSentMail(deps: MailDeps, actor: Actor, id: string): Promise<SentMailWithSource> {
  const row = await findOutgoingMail(deps.db, id);
  if (row === undefined) throw sentMailErrors.notFound();
  await recordAudit(deps, deps.db, actor, { action: 'mail.read', subjectType: 'outgoing_mail', subjectIds: [row.id] });
  // The link of such an email would let a super admin into the account, unseen by the audit log.
  const source = isAccountEmail(row.category) ? null : await deps.mail.readSource(row.id);
  return { ...viewOf(row), source };
}

function viewOf(row: OutgoingMailRow): SentMail {
  return {
    id: row.id,
    kind: row.category as SentMail['kind'],
    sender_id: row.sender_id,
    to: row.recipient_email,
    subject: row.subject,
    status: row.status as SentMail['status'],
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
