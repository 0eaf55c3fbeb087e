import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { DropsTransaction } from '#platform/db/tables.generated.ts';
import type { TransactionType } from './ledger.schema.ts';

export type TransactionRow = Selectable<DropsTransaction>;

export type NewTransaction = {
  id: string;
  userId: string;
  type: TransactionType;
  amount: number;
  transactionKey: string;
  description: string;
};

/**
 * Inserts transactions of different users and updates their balances; beside `debitTables` nothing else changes a balance. Omits transactions whose
 * key exists or whose balance would leave the range, and returns the inserted ones. `skip` omits locked profiles as well; `wait`
 * waits for them.
 */
export async function claimTransactions(
  tx: Tx,
  transactions: readonly NewTransaction[],
  { maxBalance, locked, now }: { maxBalance: number; locked: 'wait' | 'skip'; now: Date },
): Promise<TransactionRow[]> {
  const userIds = await lockBalances(
    tx,
    transactions.map(({ userId }) => userId),
    locked,
  );
  const { rows } = await sql<TransactionRow>`
    with given as (
      select * from unnest(
        ${transactions.map(({ id }) => id)}::uuid[],
        ${transactions.map(({ userId }) => userId)}::uuid[],
        ${transactions.map(({ type }) => type)}::text[],
        ${transactions.map(({ amount }) => amount)}::integer[],
        ${transactions.map(({ transactionKey }) => transactionKey)}::text[],
        ${transactions.map(({ description }) => description)}::text[]
      ) as given (id, user_id, type, amount, reason_key, description)
      where user_id = any (${userIds}::uuid[])
    ),
    written as (
      insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
      select given.id, user_id, type, amount, drops_balance + amount, reason_key, description, ${now}
      from given join profile on profile.id = given.user_id
      where drops_balance::bigint + amount between 0 and ${maxBalance}
      on conflict (reason_key) do nothing
      returning *
    ),
    moved as (
      update profile set drops_balance = drops_balance + written.amount from written where profile.id = written.user_id
    )
    select * from written`.execute(tx);
  return rows;
}

/** A debit that is part of a statement of another feature. */
export type Debit = { id: string; userId: string; type: TransactionType; transactionKey: string };

/**
 * Tables of a statement that spends drops, so that a purchase takes one statement and holds the lock of the balance no longer than that.
 * The statement has a table `charge (amount, description)`. `debited (drops_balance)` has the new balance, and no row if there is no
 * charge or the balance is too low; `posted (id)` is the new row of the ledger, which an amount of 0 does not get.
 *
 * The update locks and checks in one: after a wait PostgreSQL evaluates its condition against the new row. Fails if the key exists.
 */
export function debitTables({ id, userId, type, transactionKey }: Debit, now: Date): RawBuilder<unknown> {
  return sql`
    debited as (
      update profile set drops_balance = drops_balance - charge.amount from charge
      where profile.id = ${userId} and drops_balance >= charge.amount
      returning drops_balance
    ),
    posted as (
      insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
      select ${id}::uuid, ${userId}::uuid, ${type}, -charge.amount, drops_balance, ${transactionKey}, charge.description, ${now}
      from charge cross join debited where charge.amount > 0
      returning id
    )`;
}

/**
 * Locks the balances of these users in the order of their ids and returns the locked ids. A separate statement, because a
 * statement that waits for a lock still evaluates its conditions against its older snapshot.
 */
async function lockBalances(tx: Tx, userIds: readonly string[], locked: 'wait' | 'skip'): Promise<string[]> {
  const query = tx
    .selectFrom('profile')
    .select('id')
    .where(sql<boolean>`id = any (${[...userIds]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate();
  const rows = await (locked === 'skip' ? query.skipLocked() : query).execute();
  return rows.map(({ id }) => id);
}

export async function findTransactionByKey(db: Db | Tx, key: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('drops_transaction').selectAll().where('reason_key', '=', key).executeTakeFirst();
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

/** Which of these transaction keys exist. */
export async function listKnownKeys(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('drops_transaction')
    .select('reason_key')
    .where(sql<boolean>`reason_key = any (${[...keys]}::text[])`)
    .execute();
  return new Set(rows.map(({ reason_key }) => reason_key));
}

export async function findBalance(db: Db | Tx, userId: string): Promise<number | undefined> {
  const row = await db.selectFrom('profile').select('drops_balance').where('id', '=', userId).executeTakeFirst();
  return row?.drops_balance;
}
