import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { findQueueState, type QueueState } from '#platform/db/queue.ts';
import type { OutgoingMail } from '#platform/db/tables.generated.ts';
import type { AttemptResult, QueuedFacts } from './outgoing-mail.rules.ts';

const LISTED_COLUMNS = [
  'id',
  'category',
  'sender_id',
  'user_id',
  'recipient_email',
  'subject',
  'status',
  'attempts',
  'created_at',
  'updated_at',
] as const;

export type OutgoingMailRow = Pick<Selectable<OutgoingMail>, (typeof LISTED_COLUMNS)[number]>;

export async function listOutgoingMails(db: Db, after: Position | null, limit: number): Promise<OutgoingMailRow[]> {
  const query = db.selectFrom('outgoing_mail').select(LISTED_COLUMNS);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function findOutgoingMail(db: Db | Tx, id: string): Promise<OutgoingMailRow | undefined> {
  return db.selectFrom('outgoing_mail').select(LISTED_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** `content` identifies the text. Only its digest is stored. */
export type NewUserMail = {
  id: string;
  senderId: string;
  address: string;
  subject: string;
  content: string;
  now: Date;
};

/**
 * Stores that a user's email is being sent. Returns false, without storing it, if the same content may have been sent since
 * `recently`: it is unconfirmed, or the node that sent it has not finished since `abandonedBefore`. A stored email is sent again
 * only if it certainly was not sent.
 */
export async function insertUserMail(
  tx: Tx,
  mail: NewUserMail,
  { recently, abandonedBefore }: { recently: Date; abandonedBefore: Date },
): Promise<boolean> {
  const { id, senderId, address, subject, content, now } = mail;
  const digest = sql`sha256(convert_to(${content}, 'UTF8'))`;
  const { rows } = await sql`
    insert into outgoing_mail
      (id, category, sender_id, recipient_email, subject, content_digest, status, attempts, created_at, updated_at)
    select ${id}, 'personal', ${senderId}, ${address}, ${subject}, ${digest}, 'sending', 1, ${now}, ${now}
    where not exists (
      select from outgoing_mail
      where sender_id = ${senderId} and content_digest = ${digest} and created_at > ${recently}
        and (status = 'unconfirmed' or status = 'sending' and updated_at < ${abandonedBefore})
    )
    on conflict (id) do update set status = 'sending', attempts = outgoing_mail.attempts + 1, updated_at = ${now}
      where outgoing_mail.status = 'failed'
    returning id`.execute(tx);
  return rows.length > 0;
}

/** An email that this node sends now. */
export type DueMail = QueuedFacts & {
  id: string;
  /** The id of a user or of an external recipient. */
  recipientId: string;
  address: string;
  /** The number of attempts, including this one. */
  attempts: number;
  /** The facts of its kind. */
  data: unknown;
  name: string;
};

/** Claims at most `limit` due emails, so that no other node sends them. */
export async function claimDueMails(db: Db, now: Date, limit: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    with due as (
      select id from outgoing_mail
      where status = 'queued' and next_attempt_at <= ${now} order by next_attempt_at limit ${limit}
      for update skip locked
    ), claimed as (
      update outgoing_mail set status = 'sending', attempts = attempts + 1, next_attempt_at = null, updated_at = ${now}
      from due where outgoing_mail.id = due.id
      returning outgoing_mail.*
    )
    select claimed.id, category as kind, coalesce(user_id, external_recipient_id) as "recipientId", recipient_email as address, attempts, data,
      expires_at as "expiresAt",
      coalesce(full_name, data ->> 'readerName', '') as name, coalesce(is_active and not is_ai, true) as "isReachable",
      preferences -> 'email_reminders' as "wantsReminders", preferences -> 'email_digest' as "wantsDigest",
      coalesce(email_verified, false) as "isAddressVerified",
      exists (
        select from mail_opt_out where mail_opt_out.external_recipient_id = claimed.external_recipient_id
          and mail_opt_out.category = claimed.category
      ) as "hasOptedOut"
    from claimed left join profile on profile.id = claimed.user_id`.execute(db);
  return rows;
}

/**
 * Stores the result of an attempt of this node. The facts are kept only while the email is queued. Returns false if the email was deleted
 * or abandoned.
 */
export async function updateAttemptedMail(
  db: Db | Tx,
  id: string,
  { status, nextAttemptAt }: AttemptResult,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outgoing_mail')
    .set({
      status,
      next_attempt_at: nextAttemptAt,
      updated_at: now,
      ...(status !== 'queued' && { data: '{}' }),
    })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks emails that a node has been sending since before `before` as unconfirmed: it died, and they may have been sent. */
export async function updateAbandonedMails(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('outgoing_mail')
    .set({ status: 'unconfirmed', data: '{}', updated_at: now })
    .where('status', '=', 'sending')
    .where('updated_at', '<', before)
    .execute();
}

export function findMailQueue(db: Db): Promise<QueueState> {
  return findQueueState(
    db,
    sql`select next_attempt_at from outgoing_mail where status = 'queued' order by next_attempt_at`,
  );
}
