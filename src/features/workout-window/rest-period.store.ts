import { type RawBuilder, sql } from 'kysely';
import type { ReadDb, Tx } from '#platform/db/database.ts';
import type { RestChange, RestPeriod } from './rest-period.rules.ts';

/** The rest periods of a user as JSON. `userId` is a value or a column. */
export function restPeriodsOf(userId: RawBuilder<string>): RawBuilder<RestPeriod[]> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'kind', kind, 'weekdays', weekdays, 'from', from_date, 'until', until_date) order by from_date, kind), '[]')
    from rest_period where rest_period.user_id = ${userId})`;
}

/** Whether a user rests on a date; both are values or columns. */
export function restsOn(userId: RawBuilder<string>, date: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (
    select from rest_period
    where rest_period.user_id = ${userId} and from_date <= ${date} and coalesce(until_date >= ${date}, true)
      and extract(isodow from ${date})::smallint = any (weekdays))`;
}

/** Lists when a user rests and has rested, the earliest period first. */
export async function listRestPeriods(db: ReadDb, userId: string): Promise<RestPeriod[]> {
  const { rows } = await sql<{ periods: RestPeriod[] }>`
    select ${restPeriodsOf(sql`${userId}::uuid`)} as periods`.execute(db);
  return rows[0]?.periods ?? [];
}

/** Writes a change of the rest periods of a user. Lock their window first. */
export async function updateRestPeriods(
  tx: Tx,
  userId: string,
  { deleted, ended, added }: Omit<RestChange, 'added'> & { added: readonly RestPeriod[] },
  now: Date,
): Promise<void> {
  if (deleted.length > 0)
    await tx.deleteFrom('rest_period').where('user_id', '=', userId).where('id', 'in', deleted).execute();
  for (const { id, until } of ended)
    await tx
      .updateTable('rest_period')
      .set({ until_date: until })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  for (const { id, kind, weekdays, from, until } of added)
    await tx
      .insertInto('rest_period')
      .values({
        id,
        user_id: userId,
        kind,
        weekdays: [...weekdays],
        from_date: from,
        until_date: until,
        created_at: now,
      })
      .execute();
}
