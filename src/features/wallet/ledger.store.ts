import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { DropsTransaction } from '../../platform/db/tables.generated.ts';
import type { TransactionType } from './ledger.schema.ts';

export type TransactionRow = Selectable<DropsTransaction>;

export type NewTransaction = {
  id: string;
  userId: string;
  type: TransactionType;
  amount: number;
  reasonKey: string;
  description: string;
};

/**
 * The one place that moves drops: writes rows of different people, and changes their balances with them. Whoever's key is in
 * the ledger already, or whose balance would leave its range, is left as they are. Returns what was written. With `skip`,
 * people whom another transaction holds are left as well; otherwise they are waited for.
 */
export async function claimTransactions(
  tx: Tx,
  transactions: readonly NewTransaction[],
  { largestBalance, held, now }: { largestBalance: number; held: 'wait' | 'skip'; now: Date },
): Promise<TransactionRow[]> {
  const locked = await lockBalances(
    tx,
    transactions.map(({ userId }) => userId),
    held,
  );
  const { rows } = await sql<TransactionRow>`
    with given as (
      select * from unnest(
        ${transactions.map(({ id }) => id)}::uuid[],
        ${transactions.map(({ userId }) => userId)}::uuid[],
        ${transactions.map(({ type }) => type)}::text[],
        ${transactions.map(({ amount }) => amount)}::integer[],
        ${transactions.map(({ reasonKey }) => reasonKey)}::text[],
        ${transactions.map(({ description }) => description)}::text[]
      ) as given (id, user_id, type, amount, reason_key, description)
      where user_id = any (${locked}::uuid[])
    ),
    written as (
      insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
      select given.id, user_id, type, amount, drops_balance + amount, reason_key, description, ${now}
      from given join profile on profile.id = given.user_id
      where drops_balance::bigint + amount between 0 and ${largestBalance}
      on conflict (reason_key) do nothing
      returning *
    ),
    moved as (
      update profile set drops_balance = drops_balance + written.amount from written where profile.id = written.user_id
    )
    select * from written`.execute(tx);
  return rows;
}

/**
 * Holds the balances of these people as they are, in the order of their ids, and returns whose. This is a statement of its
 * own, so that the next one sees the balances as they are under the lock: one that waits inside of itself still holds
 * constraints and conditions against what it saw when it began.
 */
async function lockBalances(tx: Tx, userIds: readonly string[], held: 'wait' | 'skip'): Promise<string[]> {
  const query = tx
    .selectFrom('profile')
    .select('id')
    .where(sql<boolean>`id = any (${[...userIds]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate();
  const rows = await (held === 'skip' ? query.skipLocked() : query).execute();
  return rows.map(({ id }) => id);
}

export async function findTransactionOfKey(db: Db | Tx, reasonKey: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('drops_transaction').selectAll().where('reason_key', '=', reasonKey).executeTakeFirst();
}

export async function findTransaction(db: Db | Tx, id: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('drops_transaction').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listTransactionsOf(
  db: Db | Tx,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<TransactionRow[]> {
  const query = db.selectFrom('drops_transaction').selectAll().where('user_id', '=', userId);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Which of these keys are in the ledger. */
export async function listKeysInLedger(db: Db, reasonKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('drops_transaction')
    .select('reason_key')
    .where(sql<boolean>`reason_key = any (${[...reasonKeys]}::text[])`)
    .execute();
  return new Set(rows.map(({ reason_key }) => reason_key));
}

/** Undefined where nobody has the id. */
export async function findBalance(db: Db | Tx, userId: string): Promise<number | undefined> {
  const row = await db.selectFrom('profile').select('drops_balance').where('id', '=', userId).executeTakeFirst();
  return row?.drops_balance;
}
