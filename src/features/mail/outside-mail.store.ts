import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ExternalMailKind } from './outgoing-mail.rules.ts';

/** `senderId` is who wrote it, null for Meadow itself; `data` what the text will be made of. */
export type NewExternalMail = {
  id: string;
  externalRecipientId: string;
  address: string;
  senderId: string | null;
  subject: string;
  data: object;
  dedupeKey: string;
  expiresAt: Date | null;
};

/**
 * Writes mails to people without a profile, unless they want none of this kind, or have had the same one. Returns to whom there
 * is one now.
 */
export async function insertExternalMails(
  tx: Tx,
  kind: ExternalMailKind,
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
