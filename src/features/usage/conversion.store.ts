import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { CurrencyConversionRate } from '#platform/db/tables.generated.ts';

export type ConversionRateRow = Selectable<CurrencyConversionRate>;

/** `tokensPerDrop` is a decimal as text, so that it is stored exactly. */
export type NewRate = { id: string; tokensPerDrop: string; createdBy: string; now: Date };

export async function insertConversionRate(tx: Tx, rate: NewRate): Promise<ConversionRateRow> {
  return tx
    .insertInto('currency_conversion_rate')
    .values({
      id: rate.id,
      tokens_per_drop: rate.tokensPerDrop,
      effective_at: rate.now,
      created_by: rate.createdBy,
      created_at: rate.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findNewestConversionRate(db: Db): Promise<ConversionRateRow | undefined> {
  const [newest] = await listConversionRates(db, null, 1);
  return newest;
}

/** All rates, newest first. */
export async function listConversionRates(db: Db, after: Position | null, limit: number): Promise<ConversionRateRow[]> {
  const query = db.selectFrom('currency_conversion_rate').selectAll();
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
