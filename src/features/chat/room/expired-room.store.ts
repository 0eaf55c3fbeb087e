import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Deletes up to `limit` rooms of squads whose last message is before an instant, with their messages. Returns their number. */
export async function deleteSquadRoomsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chat_room where id = any (array(
      select id from chat_room where squad_id is not null and last_message_at < ${before}::timestamptz
      order by last_message_at limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
