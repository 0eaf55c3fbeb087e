import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** A code is valid for at most 90 seconds: its own 30, and 30 before and after it for clocks that differ. */
const VALIDITY_SECONDS = 90;
/** More than one code adds, so that the table shrinks. */
const DELETE_BATCH_SIZE = 10;

/** Returns false if the user has used the code while it was valid. */
export async function claimTotpCode(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with expired as (
      delete from used_totp_code where (user_id, code) in (
        select user_id, code from used_totp_code
        where expires_at <= ${now} and (user_id, code) <> (${userId}::uuid, ${code})
        limit ${DELETE_BATCH_SIZE} for update skip locked
      )
    )
    insert into used_totp_code as used (user_id, code, expires_at)
    values (${userId}, ${code}, ${now}::timestamptz + ${VALIDITY_SECONDS} * interval '1 second')
    on conflict (user_id, code) do update set expires_at = excluded.expires_at where used.expires_at <= ${now}
    returning user_id`.execute(db);
  return rows.length > 0;
}
