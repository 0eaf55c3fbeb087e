import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Mail as MailProvider } from '../../providers/mail/mail.ts';
import { recordAudit } from '../account/index.ts';
import { type Mail, type MailWithSource, sentMailErrors } from './outbox.schema.ts';
import { findOutgoingMail, listOutgoingMails, type OutgoingMailRow } from './outgoing-mail.store.ts';

export type SentMailDeps = { db: Db; clock: Clock; ids: Ids; mail: MailProvider };

/**
 * The mails of the last 90 days, newest first, without what they say. To whom they went is personal: whose were read is written
 * down.
 */
export async function listSentMail(
  deps: SentMailDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ mails: Mail[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listOutgoingMails(deps.db, after, limit + 1), limit);
  await recordAudit(deps, deps.db, actor, {
    action: 'mail.list',
    subjectType: 'outgoing_mail',
    subjectIds: page.rows.map(({ id }) => id),
  });
  return { mails: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** A mail with all that it says, where it lies in the outbox; that it was read is written down. Throws `mail.not-found`. */
export async function readOutgoingMail(deps: SentMailDeps, actor: Actor, id: string): Promise<MailWithSource> {
  const row = await findOutgoingMail(deps.db, id);
  if (row === undefined) throw sentMailErrors.notFound();
  await recordAudit(deps, deps.db, actor, { action: 'mail.read', subjectType: 'outgoing_mail', subjectIds: [row.id] });
  return { ...viewOf(row), source: await deps.mail.readSource(row.id) };
}

function viewOf(row: OutgoingMailRow): Mail {
  return {
    id: row.id,
    kind: row.category,
    sender_id: row.sender_id,
    to: row.recipient_email,
    subject: row.subject,
    status: row.status,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
