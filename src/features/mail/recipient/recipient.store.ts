import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { RecipientFacts } from './recipient.rules.ts';

/**
 * Finds what an email address is to a sender. Two users share an organization once both have accepted the membership. An address
 * can belong to several users: a block with one of them is enough.
 */
export async function findRecipient(db: Db, senderId: string, address: string): Promise<RecipientFacts> {
  const { rows } = await sql<RecipientFacts>`
    with addressed as (
      select id, is_active and not is_ai as is_reachable from profile where lower(email) = lower(${address})
    )
    select
      coalesce(bool_or(id = ${senderId}), false) as "isSender",
      coalesce(bool_or(is_reachable and exists (
        select from organization_member own join organization_member theirs using (org_id)
        where own.user_id = ${senderId} and theirs.user_id = addressed.id
          and own.accepted_at is not null and theirs.accepted_at is not null
      )), false) as "sharesOrganization",
      coalesce(bool_or(exists (
        select from user_block
        where (blocker_id = ${senderId} and blocked_id = addressed.id)
          or (blocker_id = addressed.id and blocked_id = ${senderId})
      )), false) as "isBlocked"
    from addressed`.execute(db);
  return rows[0] ?? { isSender: false, sharesOrganization: false, isBlocked: false };
}

/** Finds the sender's name; empty if the sender does not exist. */
export async function findSenderName(db: Db, id: string): Promise<string> {
  const sender = await db.selectFrom('profile').select('full_name').where('id', '=', id).executeTakeFirst();
  return sender?.full_name ?? '';
}
