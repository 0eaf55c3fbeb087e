import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { isForSaleTo, isPurchasedBy, type PackViewer } from '../pack/pack.store.ts';

export type Bought = {
  owner_id: string | null;
  name: string;
  price_drops: number;
  transaction_id: string | null;
  balance: number;
  is_owner_notified: boolean;
};

export type PurchaseValues = {
  id: string;
  packId: string;
  expectedPrice: number | null;
  /** The tables `debited` and `posted` of the wallet, which read `charge`. */
  debitTables: RawBuilder<unknown>;
  /** Whether the owner of `sale` knows of a sale of this day. */
  isOwnerNotified: RawBuilder<boolean>;
  now: Date;
};

/**
 * Stores a purchase and its payment. Returns undefined, and stores nothing, if the pack is not for sale to the user at this price, or the
 * user has bought it or has too few drops. Fails with a unique violation if the user buys it concurrently.
 *
 * The pack is locked against deletion alone: a purchase that is concurrent with a change of the price counts as before it.
 */
export async function claimPurchase(
  db: Db,
  viewer: PackViewer,
  { id, packId, expectedPrice, debitTables, isOwnerNotified, now }: PurchaseValues,
): Promise<Bought | undefined> {
  const { rows } = await sql<Bought>`
    with sale as (
      select id, owner_id, name, price_drops from tone_pack
      where id = ${packId} and ${isForSaleTo(viewer)} and not ${isPurchasedBy(viewer.userId)}
        and price_drops = coalesce(${expectedPrice}::integer, price_drops)
      for key share of tone_pack
    ),
    charge as (select price_drops as amount, 'Tone pack: ' || name as description from sale),
    ${debitTables},
    bought as (
      insert into tone_pack_purchase (id, pack_id, user_id, transaction_id, created_at)
      select ${id}, sale.id, ${viewer.userId}, (select id from posted), ${now} from sale cross join debited
    )
    select owner_id, name, price_drops, (select id from posted) as transaction_id, drops_balance as balance,
      ${isOwnerNotified} as is_owner_notified
    from sale cross join debited`.execute(db);
  return rows[0];
}

/** Lists the packs that these ledger transactions paid for, by the id of the transaction. */
export async function listPacksOfTransactions(
  db: Db,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const { rows } = await sql<{ transaction_id: string; id: string; name: string }>`
    select transaction_id, tone_pack.id, name
    from tone_pack_purchase join tone_pack on tone_pack.id = pack_id
    where transaction_id = any (${[...transactionIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ transaction_id, id, name }) => [transaction_id, { id, name }]));
}
