import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Turns one preference off; nothing where there is no such person. */
export async function updatePreferenceOff(
  db: Db,
  id: string,
  preference: 'email_digest' | 'email_reminders',
  now: Date,
): Promise<void> {
  const off = JSON.stringify({ [preference]: false });
  await sql`update profile set preferences = preferences || ${off}::jsonb, updated_at = ${now} where id = ${id}`.execute(
    db,
  );
}
