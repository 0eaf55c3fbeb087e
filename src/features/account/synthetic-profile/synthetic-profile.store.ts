import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export type NewSyntheticProfile = { id: string; fullName: string; email: string };

export async function insertSyntheticProfiles(
  tx: Tx,
  profiles: readonly NewSyntheticProfile[],
  searchNames: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into profile (id, email, full_name, search_name, is_ai, role_changed_at, created_at, updated_at)
    select id, email, full_name, search_name, true, ${now}, ${now}, ${now}
    from unnest(${profiles.map(({ id }) => id)}::uuid[], ${profiles.map(({ email }) => email)}::text[],
      ${profiles.map(({ fullName }) => fullName)}::text[], ${[...searchNames]}::text[]) as given (id, email, full_name, search_name)`.execute(
    tx,
  );
}

/** Deletes a synthetic user with all rows that reference them. */
export async function deleteSyntheticProfile(tx: Tx, id: string): Promise<{ avatar_url: string | null } | undefined> {
  return tx
    .deleteFrom('profile')
    .where('id', '=', id)
    .where('is_ai', '=', true)
    .returning('avatar_url')
    .executeTakeFirst();
}
