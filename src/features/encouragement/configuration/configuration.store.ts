import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Configuration } from './configuration.schema.ts';

const COLUMNS = [
  'daily_allowance',
  'bonus_drops_per_engagement',
  'engagement_window_hours',
  'max_custom_drops_per_day',
  'max_rewarded_drops_per_pair_per_day',
] as const;

export async function findConfiguration(db: Db | Tx): Promise<Configuration> {
  return db.selectFrom('drop_configuration').select(COLUMNS).executeTakeFirstOrThrow();
}

/** Sets the given columns. */
export async function updateConfiguration(tx: Tx, values: Partial<Configuration>, now: Date): Promise<Configuration> {
  return tx
    .updateTable('drop_configuration')
    .set({ ...values, updated_at: now })
    .where(sql<boolean>`is_singleton`)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
