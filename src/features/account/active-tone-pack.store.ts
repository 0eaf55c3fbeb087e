import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Leaves the preference out, if it names this pack. */
export async function updateWithoutActiveTonePack(db: Db, userId: string, packId: string, now: Date): Promise<void> {
  await db
    .updateTable('profile')
    .set({ preferences: sql`preferences - 'active_tone_pack_id'`, updated_at: now })
    .where('id', '=', userId)
    .where(sql<boolean>`preferences ->> 'active_tone_pack_id' = ${packId}`)
    .execute();
}
