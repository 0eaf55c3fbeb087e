import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { OutgoingMail } from '../../platform/db/tables.generated.ts';
import type { MailToPersonKind, QueuedFacts, Settlement } from './outgoing-mail.rules.ts';

export type OutgoingMailRow = Pick<
  Selectable<OutgoingMail>,
  | 'id'
  | 'category'
  | 'sender_id'
  | 'user_id'
  | 'recipient_email'
  | 'subject'
  | 'status'
  | 'attempts'
  | 'created_at'
  | 'updated_at'
>;

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

export async function listOutgoingMails(db: Db, after: Position | null, limit: number): Promise<OutgoingMailRow[]> {
  const query = db.selectFrom('outgoing_mail').select(LISTED_COLUMNS);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function findOutgoingMail(db: Db | Tx, id: string): Promise<OutgoingMailRow | undefined> {
  return db.selectFrom('outgoing_mail').select(LISTED_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** `content` is everything that somebody wrote; it is not stored. */
export type NewUserMail = {
  id: string;
  senderId: string;
  address: string;
  subject: string;
  content: string;
  now: Date;
};

/**
 * Writes down that somebody's mail is being sent. False, and nothing written, where the same content of theirs may have been sent
 * since `recently`: it was never confirmed, or the node that took it before `abandonedBefore` has not come back. A mail that is written
 * down already is sent again only where it certainly was not.
 */
export async function insertPersonalMail(
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

/** `data` is what the text will be made of; `dedupeKey` names the mail beside the person. */
export type NewQueuedMail = {
  id: string;
  userId: string;
  subject: string;
  data: object;
  dedupeKey: string;
  expiresAt: Date | null;
};

/**
 * Writes mails to people who can be written to, have an address and want mails of this kind, unless they have had the same one.
 * Returns how many those are.
 */
export async function insertQueuedMails(
  tx: Tx,
  kind: MailToPersonKind,
  mails: readonly NewQueuedMail[],
  now: Date,
): Promise<number> {
  const given = mails.map(({ id, userId, subject, data, dedupeKey, expiresAt }) => ({
    id,
    user_id: userId,
    subject,
    data,
    dedupe_key: `${kind} ${dedupeKey} ${userId}`,
    expires_at: expiresAt,
  }));
  const { rows } = await sql`
    insert into outgoing_mail
      (id, category, user_id, recipient_email, subject, data, dedupe_key, status, next_attempt_at, expires_at, created_at, updated_at)
    select given.id, ${kind}, profile.id, email, subject, data, dedupe_key, 'queued', ${now}, expires_at, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (id uuid, user_id uuid, subject text, data jsonb, dedupe_key text, expires_at timestamptz)
    join profile on profile.id = given.user_id
    where is_active and not is_ai and char_length(email) <= 254 and email ~ ${PLAIN_ADDRESS}
      and case ${kind}
        when 'reminder' then preferences -> 'email_reminders' is not distinct from 'true'
        when 'digest' then email_verified and preferences -> 'email_digest' is not distinct from 'true'
        else true
      end
    on conflict (dedupe_key) do nothing
    returning id`.execute(tx);
  return rows.length;
}

/** What an identity provider calls an address may be anything. */
const PLAIN_ADDRESS = "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9][A-Za-z0-9.-]*$";

export type DueMail = QueuedFacts & {
  id: string;
  /** A person, or somebody outside. */
  readerId: string;
  address: string;
  /** This one included. */
  attempts: number;
  data: unknown;
  name: string;
};

/** Takes at most `limit` mails that are due, so that nobody else does. */
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
    select claimed.id, category as kind, coalesce(user_id, external_recipient_id) as "readerId", recipient_email as address, attempts, data,
      expires_at as "expiresAt",
      coalesce(full_name, data ->> 'readerName', '') as name, coalesce(is_active and not is_ai, true) as "isThere",
      preferences -> 'email_reminders' as "wantsReminders", preferences -> 'email_digest' as "wantsDigest",
      coalesce(email_verified, false) as "isAddressVerified",
      exists (
        select from mail_opt_out where mail_opt_out.external_recipient_id = claimed.external_recipient_id
          and mail_opt_out.category = claimed.category
      ) as "hasOptedOut"
    from claimed left join profile on profile.id = claimed.user_id`.execute(db);
  return rows;
}

/** Writes down what became of a mail that this node has taken. What it was made of is kept only where it is tried again. */
export async function updateSettledMail(
  db: Db | Tx,
  id: string,
  { status, nextAttemptAt }: Settlement,
  now: Date,
): Promise<void> {
  await db
    .updateTable('outgoing_mail')
    .set({
      status,
      next_attempt_at: nextAttemptAt,
      updated_at: now,
      ...(status !== 'queued' && { data: '{}' }),
    })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute();
}

/** What nodes had taken that died before `before` may have been sent, so nobody sends it again. */
export async function updateAbandonedMails(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('outgoing_mail')
    .set({ status: 'unconfirmed', data: '{}', updated_at: now })
    .where('status', '=', 'sending')
    .where('updated_at', '<', before)
    .execute();
}

/** Forgets the mails that were written before an instant. */
export async function deleteOutgoingMailsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('outgoing_mail').where('created_at', '<', before).execute();
}
