import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { TonePackShare } from '../../platform/db/tables.generated.ts';

type ShareRow = Selectable<TonePackShare>;

/**
 * Shares the owner's pack with an active person, unless it is, and gives the share. Undefined where there is no such person,
 * or the pack is not there any more.
 */
export async function insertShareWithPerson(
  db: Db,
  { packId, ownerId, userId, now }: { packId: string; ownerId: string; userId: string; now: Date },
): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    insert into tone_pack_share (pack_id, user_id, created_at)
    select tone_pack.id, profile.id, ${now} from tone_pack, profile
    where tone_pack.id = ${packId} and owner_id = ${ownerId} and unlisted_at is null
      and profile.id = ${userId} and is_active
    for key share
    on conflict (pack_id, user_id) do update set created_at = tone_pack_share.created_at
    returning *`.execute(db);
  return rows[0];
}

/** Shares the owner's pack with whoever has this address and is active: usually one person, or nobody. */
export async function insertShareWithAddress(
  db: Db,
  { packId, ownerId, email, now }: { packId: string; ownerId: string; email: string; now: Date },
): Promise<void> {
  await sql`
    insert into tone_pack_share (pack_id, user_id, created_at)
    select tone_pack.id, profile.id, ${now} from tone_pack, profile
    where tone_pack.id = ${packId} and owner_id = ${ownerId} and unlisted_at is null
      and lower(email) = lower(${email}) and is_active and not is_ai and profile.id <> ${ownerId}
    for key share
    on conflict (pack_id, user_id) do nothing`.execute(db);
}

/** False where the pack was not shared with the person. */
export async function deleteShare(db: Db, packId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tone_pack_share')
    .where('pack_id', '=', packId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
