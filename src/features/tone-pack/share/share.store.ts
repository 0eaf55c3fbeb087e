import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { TonePackShare } from '#platform/db/tables.generated.ts';

type ShareRow = Selectable<TonePackShare> & { owner_name: string };

/**
 * Shares the owner's pack with an active user and returns the new or existing share, which then no longer depends on an email
 * share. Returns undefined if user or pack do not exist.
 */
export async function upsertUserShare(
  db: Db,
  { id, packId, ownerId, userId, now }: { id: string; packId: string; ownerId: string; userId: string; now: Date },
): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    insert into tone_pack_share (id, pack_id, user_id, created_at)
    select ${id}::uuid, tone_pack.id, profile.id, ${now} from tone_pack, profile
    where tone_pack.id = ${packId} and owner_id = ${ownerId} and unlisted_at is null
      and profile.id = ${userId} and is_active
    for key share
    on conflict (pack_id, user_id) do update set email_share_id = null
    returning *, (select full_name from profile where id = ${ownerId}) as owner_name`.execute(db);
  return rows[0];
}

/** An email share with the users that it newly shares the pack with. */
type EmailShare = { id: string; created_at: Date; user_ids: string[]; owner_name: string };

/**
 * Stores a share by email address and shares the pack with the active users of that address (usually none or one). Returns the
 * email share, which exists either way; undefined if the pack does not exist.
 */
export async function upsertEmailShare(
  db: Db,
  { id, packId, ownerId, email, now }: { id: string; packId: string; ownerId: string; email: string; now: Date },
): Promise<EmailShare | undefined> {
  const { rows } = await sql<EmailShare>`
    with by_email as (
      insert into tone_pack_email_share (id, pack_id, email_digest, created_at)
      select ${id}::uuid, tone_pack.id, sha256(convert_to(lower(${email}), 'utf8')), ${now} from tone_pack
      where tone_pack.id = ${packId} and owner_id = ${ownerId} and unlisted_at is null
      for key share
      on conflict (pack_id, email_digest) do update set created_at = tone_pack_email_share.created_at
      returning id, created_at
    ), shared as (
      insert into tone_pack_share (pack_id, user_id, email_share_id, created_at)
      select ${packId}, profile.id, by_email.id, ${now} from by_email, profile
      where lower(email) = lower(${email}) and is_active and not is_ai and profile.id <> ${ownerId}
      for key share of profile
      on conflict (pack_id, user_id) do nothing
      returning user_id
    )
    select id, created_at, array(select user_id from shared) as user_ids,
      (select full_name from profile where id = ${ownerId}) as owner_name
    from by_email`.execute(db);
  return rows[0];
}

export async function deleteUserShare(db: Db, packId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tone_pack_share')
    .where('pack_id', '=', packId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a share or email share by its id. An email share takes the user shares created from it with it. */
export async function deleteShare(db: Db, packId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with by_email as (delete from tone_pack_email_share where pack_id = ${packId} and id = ${id} returning id),
      with_user as (delete from tone_pack_share where pack_id = ${packId} and id = ${id} returning id)
    select id from by_email union all select id from with_user`.execute(db);
  return rows.length > 0;
}
