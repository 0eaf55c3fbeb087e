import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Inserts the code, or replaces one that made no super admin after all. Returns the id of the current one. */
export async function upsertFirstRunCode(db: Db, id: string, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into first_run_code (id, created_at) values (${id}, ${now})
    on conflict (is_only) do update set
      id = case when first_run_code.claimed_at is null then first_run_code.id else excluded.id end,
      created_at = case when first_run_code.claimed_at is null then first_run_code.created_at else excluded.created_at end,
      claimed_at = null
    returning id`.execute(db);
  return rows[0]?.id ?? id;
}

/** Undefined if no start has made a code. */
export async function findFirstRunCode(db: Db): Promise<{ id: string; claimed_at: Date | null } | undefined> {
  return db.selectFrom('first_run_code').select(['id', 'claimed_at']).executeTakeFirst();
}

/** Claims the code, while there is no super admin. Returns false if it is claimed. */
export async function claimFirstRunCode(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update first_run_code set claimed_at = ${now}
    where id = ${id} and claimed_at is null and not exists (select from profile where role = 'super_admin')
    returning id`.execute(db);
  return rows.length > 0;
}

/** Returns a claim that made no super admin. */
export async function releaseFirstRunCode(db: Db, id: string): Promise<void> {
  await db.updateTable('first_run_code').set({ claimed_at: null }).where('id', '=', id).execute();
}
