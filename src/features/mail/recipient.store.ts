import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { RecipientFacts } from './recipient.rules.ts';

/**
 * Who an address is to a person who wants to write to it. Two share an organization once both have accepted it. It can be several people's, and it is enough that one of them has a
 * block with the sender.
 */
export async function findRecipient(db: Db, senderId: string, address: string): Promise<RecipientFacts> {
  const { rows } = await sql<RecipientFacts>`
    with addressed as (
      select id, is_active and not is_ai as is_there from profile where lower(email) = lower(${address})
    )
    select
      coalesce(bool_or(id = ${senderId}), false) as "isSender",
      coalesce(bool_or(is_there and exists (
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

/** What the sender is called. */
export async function findSender(db: Db, id: string): Promise<string> {
  const sender = await db.selectFrom('profile').select('full_name').where('id', '=', id).executeTakeFirst();
  return sender?.full_name ?? '';
}
