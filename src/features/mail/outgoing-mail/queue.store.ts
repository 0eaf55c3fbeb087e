import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { AccountEmailKind, ExternalEmailKind, UserEmailKind } from '../email/email-kind.rules.ts';

/** `data` contains the facts of its kind. `dedupeKey` is unique for the kind and the recipient. */
type NewQueuedMail = { id: string; subject: string; data: object; dedupeKey: string; expiresAt: Date | null };

export type NewMailToUser = NewQueuedMail & { userId: string };

/** `senderId` is null if Meadow itself is the sender. */
export type NewExternalMail = NewQueuedMail & { externalRecipientId: string; address: string; senderId: string | null };

/** What an identity provider reports as an email address can be any text. */
const PLAIN_ADDRESS = "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9][A-Za-z0-9.-]*$";

/**
 * Queues emails of one kind to active users who have an email address and want this kind. An email with a known dedupe key is not
 * queued again. Returns the number of queued emails.
 */
export async function insertMailsToUsers(
  tx: Tx,
  kind: UserEmailKind,
  mails: readonly NewMailToUser[],
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

/**
 * Queues emails of one kind to external recipients who have not unsubscribed from it. An email with a known dedupe key is not
 * queued again. Returns the ids of the recipients of the queued emails.
 */
export async function insertExternalMails(
  tx: Tx,
  kind: ExternalEmailKind | AccountEmailKind,
  mails: readonly NewExternalMail[],
  now: Date,
): Promise<string[]> {
  const given = mails.map(({ id, externalRecipientId, address, senderId, subject, data, dedupeKey, expiresAt }) => ({
    id,
    external_recipient_id: externalRecipientId,
    address,
    sender_id: senderId,
    subject,
    data,
    dedupe_key: `${kind} ${dedupeKey} ${externalRecipientId}`,
    expires_at: expiresAt,
  }));
  const { rows } = await sql<{ external_recipient_id: string }>`
    insert into outgoing_mail (id, category, sender_id, external_recipient_id, recipient_email, subject, data, dedupe_key, status,
      next_attempt_at, expires_at, created_at, updated_at)
    select id, ${kind}, sender_id, external_recipient_id, address, subject, data, dedupe_key, 'queued',
      ${now}, expires_at, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, external_recipient_id uuid, address text,
      sender_id uuid, subject text, data jsonb, dedupe_key text, expires_at timestamptz)
    where not exists (
      select from mail_opt_out where mail_opt_out.external_recipient_id = given.external_recipient_id and category = ${kind}
    )
    on conflict (dedupe_key) do nothing
    returning external_recipient_id`.execute(tx);
  return rows.map(({ external_recipient_id }) => external_recipient_id);
}
