import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import type { QuietHours } from '../device/delivery.rules.ts';

/** What a user changed of the defaults. null is the default. */
export type StoredPreferences = {
  kinds: Record<string, { inbox: boolean | null; push: boolean | null }>;
  quiet_hours: QuietHours | null;
};

export async function findPreferences(db: Db | Tx, userId: string): Promise<StoredPreferences> {
  const { rows } = await sql<StoredPreferences>`
    select
      (select coalesce(jsonb_object_agg(kind, jsonb_build_object('inbox', inbox, 'push', push)), '{}')
        from notification_preference where user_id = ${userId}) as kinds,
      (select jsonb_build_object('start', start_time, 'end', end_time)
        from notification_quiet_hours where user_id = ${userId}) as quiet_hours`.execute(db);
  return onlyRow(rows);
}

export type ChangedKind = { kind: string; inbox?: boolean; push?: boolean };

/** Undefined keeps the value. Each kind occurs once. */
export async function upsertKinds(tx: Tx, userId: string, kinds: readonly ChangedKind[]): Promise<void> {
  await sql`
    insert into notification_preference as preference (user_id, kind, inbox, push)
    select ${userId}, kind, inbox, push
    from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as changed (kind text, inbox boolean, push boolean)
    order by kind
    on conflict (user_id, kind) do update set
      inbox = coalesce(excluded.inbox, preference.inbox), push = coalesce(excluded.push, preference.push)`.execute(tx);
}

export async function upsertQuietHours(tx: Tx, userId: string, { start, end }: QuietHours): Promise<void> {
  const times = { start_time: start, end_time: end };
  await tx
    .insertInto('notification_quiet_hours')
    .values({ user_id: userId, ...times })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(times))
    .execute();
}

export async function deleteQuietHours(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('notification_quiet_hours').where('user_id', '=', userId).execute();
}
